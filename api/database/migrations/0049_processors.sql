CREATE TABLE "processor_events" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"processor" text NOT NULL,
	"body_hash" text NOT NULL,
	"sealed_body" text NOT NULL,
	"status" text NOT NULL,
	"effect" text,
	"deliveries" integer DEFAULT 1 NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone,
	CONSTRAINT "processor_events_body" UNIQUE("processor","body_hash")
);
--> statement-breakpoint
CREATE INDEX "processor_events_list" ON "processor_events" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "processor_events_open" ON "processor_events" USING btree ("received_at") WHERE status = 'received';--> statement-breakpoint
-- All earlier payments, mandates, cards and payouts are the sandbox's. A default is stored once for all rows, without rewriting them.
ALTER TABLE "mandates" ADD COLUMN "processor" text DEFAULT 'sandbox';--> statement-breakpoint
ALTER TABLE "mandates" ALTER COLUMN "processor" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "processor" text DEFAULT 'sandbox';--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "processor" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "saved_cards" ADD COLUMN "processor" text DEFAULT 'sandbox' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_cards" ALTER COLUMN "processor" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "processor" text DEFAULT 'sandbox' NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "processor" DROP DEFAULT;--> statement-breakpoint
UPDATE "outbox" SET "payload" = "payload" || '{"processor": "sandbox"}' WHERE "job" = 'revoke-card-token';--> statement-breakpoint
DO $$
BEGIN
	IF to_regclass('pgboss.job') IS NOT NULL THEN
		UPDATE pgboss.job SET data = jsonb_set(data, '{payload,processor}', '"sandbox"')
			WHERE name = 'revoke-card-token' AND state < 'completed' AND jsonb_typeof(data -> 'payload') = 'object';
	END IF;
END $$;
