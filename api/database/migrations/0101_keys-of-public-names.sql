-- Unique names with the merchant in their key, and names that are unique over all businesses (decision 115).
CREATE TABLE "public_names" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "public_names_kind_name_pk" PRIMARY KEY("kind","name")
);
--> statement-breakpoint
-- For processes of the version before, which add and delete links without their names. The next version drops both.
CREATE OR REPLACE FUNCTION set_name_of_payment_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO public_names (kind, name, merchant_id, id) VALUES ('payment_link', NEW.slug, NEW.merchant_id, NEW.id) ON CONFLICT DO NOTHING;
	ELSE
		DELETE FROM public_names WHERE kind = 'payment_link' AND name = OLD.slug AND id = OLD.id;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER payment_links_name AFTER INSERT OR DELETE ON payment_links FOR EACH ROW EXECUTE FUNCTION set_name_of_payment_link();
--> statement-breakpoint
INSERT INTO "public_names" ("kind", "name", "merchant_id", "id") SELECT 'payment_link', "slug", "merchant_id", "id" FROM "payment_links";
--> statement-breakpoint
INSERT INTO "public_names" ("kind", "name", "merchant_id", "id") SELECT 'mandate', "processor" || ':' || "processor_reference", "merchant_id", "id"
	FROM "mandates" WHERE "processor" IS NOT NULL AND "processor_reference" IS NOT NULL;
--> statement-breakpoint
-- The indexes of large tables are created before by `early-indexes.ts` (decision 104), so no row of them is read, and the locks are short.
LOCK TABLE "charges", "payments", "refunds", "disputes", "invoices", "subscriptions", "mandates", "settlements", "payouts", "splits",
	"invitations", "merchant_views", "api_keys" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "charges_access_code_key" ON "charges" USING btree ("access_code","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payments_access_code_key" ON "payments" USING btree ("access_code","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payments_processor_reference_key" ON "payments" USING btree ("processor_reference","merchant_id") WHERE processor_reference is not null;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "refunds_reference_key" ON "refunds" USING btree ("reference","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "disputes_reference_key" ON "disputes" USING btree ("reference","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "disputes_processor_reference_key" ON "disputes" USING btree ("processor","processor_reference","merchant_id") NULLS NOT DISTINCT;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "invoices_reference_key" ON "invoices" USING btree ("reference","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "subscriptions_access_code_key" ON "subscriptions" USING btree ("access_code","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "mandates_slug_key" ON "mandates" USING btree ("slug","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "mandates_reference_key" ON "mandates" USING btree ("reference","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "mandates_access_code_key" ON "mandates" USING btree ("access_code","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "settlements_reference_key" ON "settlements" USING btree ("reference","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payouts_reference_key" ON "payouts" USING btree ("reference","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "splits_code_key" ON "splits" USING btree ("code","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_key" ON "invitations" USING btree ("token_hash","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "merchant_views_code_hash_key" ON "merchant_views" USING btree ("code_hash","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys" USING btree ("hash","merchant_id");--> statement-breakpoint
ALTER TABLE "charges" DROP CONSTRAINT "charges_accessCode_unique";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_accessCode_unique";--> statement-breakpoint
DROP INDEX "payments_processor_reference";--> statement-breakpoint
DROP INDEX "refunds_reference";--> statement-breakpoint
ALTER TABLE "disputes" DROP CONSTRAINT "disputes_reference_unique", DROP CONSTRAINT "disputes_processor_reference",
	ADD CONSTRAINT "disputes_processor_reference_key" UNIQUE USING INDEX "disputes_processor_reference_key";--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_reference_unique";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_accessCode_unique";--> statement-breakpoint
ALTER TABLE "mandates" DROP CONSTRAINT "mandates_slug_unique", DROP CONSTRAINT "mandates_reference_unique", DROP CONSTRAINT "mandates_accessCode_unique";--> statement-breakpoint
ALTER TABLE "settlements" DROP CONSTRAINT "settlements_reference_unique";--> statement-breakpoint
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_reference_unique";--> statement-breakpoint
ALTER TABLE "splits" DROP CONSTRAINT "splits_code_unique";--> statement-breakpoint
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_token";--> statement-breakpoint
ALTER TABLE "merchant_views" DROP CONSTRAINT "merchant_views_codeHash_unique";--> statement-breakpoint
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_hash_unique";
