-- Keys with the merchant (decision 96). The indexes are there already, except in a new database (`early-indexes.ts`, decision 104).
CREATE UNIQUE INDEX IF NOT EXISTS "report_runs_period" ON "report_runs" USING btree ("merchant_id","schedule_id","frequency","from_on") WHERE trigger = 'schedule';--> statement-breakpoint
DROP INDEX "report_runs_once";--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "report_runs_merchant_id_id_pk" ON "report_runs" ("merchant_id","id");--> statement-breakpoint
ALTER TABLE "report_runs" DROP CONSTRAINT "report_runs_pkey", ADD CONSTRAINT "report_runs_merchant_id_id_pk" PRIMARY KEY USING INDEX "report_runs_merchant_id_id_pk";
