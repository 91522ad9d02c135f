-- Key with the merchant (decision 96). The indexes are there already, except in a new database (`early-indexes.ts`, decision 104).
CREATE INDEX IF NOT EXISTS "risk_alerts_id" ON "risk_alerts" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "risk_alerts_merchant_id_id_pk" ON "risk_alerts" ("merchant_id","id");--> statement-breakpoint
ALTER TABLE "risk_alerts" DROP CONSTRAINT "risk_alerts_pkey", ADD CONSTRAINT "risk_alerts_merchant_id_id_pk" PRIMARY KEY USING INDEX "risk_alerts_merchant_id_id_pk";
