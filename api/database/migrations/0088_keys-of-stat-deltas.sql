-- Key with the merchant (decision 96). The indexes are there already, except in a new database (`early-indexes.ts`, decision 104).
CREATE INDEX IF NOT EXISTS "payment_stat_deltas_id" ON "payment_stat_deltas" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payment_stat_deltas_merchant_id_id_pk" ON "payment_stat_deltas" ("merchant_id","id");--> statement-breakpoint
ALTER TABLE "payment_stat_deltas" DROP CONSTRAINT "payment_stat_deltas_pkey", ADD CONSTRAINT "payment_stat_deltas_merchant_id_id_pk" PRIMARY KEY USING INDEX "payment_stat_deltas_merchant_id_id_pk";--> statement-breakpoint
DROP INDEX "payment_stat_deltas_day";
