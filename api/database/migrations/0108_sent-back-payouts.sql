-- The index is there already, except in a new database (`early-indexes.ts`, decision 104).
ALTER TABLE "payout_settings" ADD COLUMN "account_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "settlements_sent_back" ON "settlements" USING btree ("merchant_id","owner_id","returned_at") WHERE returned_at is not null;