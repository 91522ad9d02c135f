-- The sums are in the key, so that a year is read from a few pages of it (decision 109). The indexes are there already, except in a new
-- database (`early-indexes.ts`, decision 104).
CREATE UNIQUE INDEX IF NOT EXISTS "payment_days_key" ON "payment_days" ("merchant_id","day","status","channel") INCLUDE ("count","amount_kobo","fee_kobo","vat_kobo","net_kobo","refunded_kobo");--> statement-breakpoint
ALTER TABLE "payment_days" DROP CONSTRAINT "payment_days_merchant_id_day_status_channel_pk", ADD CONSTRAINT "payment_days_merchant_id_day_status_channel_pk" PRIMARY KEY USING INDEX "payment_days_key";--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payment_day_totals_key" ON "payment_day_totals" ("merchant_id","day","status") INCLUDE ("count","amount_kobo","fee_kobo","vat_kobo","net_kobo","refunded_kobo");--> statement-breakpoint
ALTER TABLE "payment_day_totals" DROP CONSTRAINT "payment_day_totals_merchant_id_day_status_pk", ADD CONSTRAINT "payment_day_totals_merchant_id_day_status_pk" PRIMARY KEY USING INDEX "payment_day_totals_key";
