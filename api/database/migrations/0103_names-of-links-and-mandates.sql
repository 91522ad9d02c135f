-- Completes the names that are unique over all businesses (decision 115). The version before names its links and mandates itself; mandates of
-- versions before it may lack their name. They are read before the locks.
INSERT INTO "public_names" ("kind", "name", "merchant_id", "id") SELECT 'mandate', "processor" || ':' || "processor_reference", "merchant_id", "id"
	FROM "mandates" WHERE "processor" IS NOT NULL AND "processor_reference" IS NOT NULL ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- The queue of a job that no process runs any more (decision 106).
DO $$
BEGIN
	IF to_regclass('pgboss.queue') IS NOT NULL THEN
		PERFORM pgboss.delete_queue(name) FROM pgboss.queue WHERE name = 'move-platform-lines';
	END IF;
END $$;
--> statement-breakpoint
-- Created before by `early-indexes.ts` (decision 104), so no row is read while the tables are locked.
CREATE UNIQUE INDEX IF NOT EXISTS "mandates_processor_reference_key" ON "mandates" USING btree ("processor_reference","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payment_links_slug_key" ON "payment_links" USING btree ("slug","merchant_id");--> statement-breakpoint
ALTER TABLE "mandates" DROP CONSTRAINT "mandates_processorReference_unique";--> statement-breakpoint
DROP TRIGGER IF EXISTS payment_links_name ON payment_links;--> statement-breakpoint
DROP FUNCTION IF EXISTS set_name_of_payment_link();--> statement-breakpoint
ALTER TABLE "payment_links" DROP CONSTRAINT "payment_links_slug_unique";
