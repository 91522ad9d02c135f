-- The merchant in the key of split recipients (decision 96). The index is there already, except in a new database (`early-indexes.ts`, decision 104).
CREATE UNIQUE INDEX IF NOT EXISTS "split_recipients_id_merchant_id_pk" ON "split_recipients" ("id","merchant_id");--> statement-breakpoint
ALTER TABLE "split_recipients" DROP CONSTRAINT "split_recipients_pkey",
	ADD CONSTRAINT "split_recipients_id_merchant_id_pk" PRIMARY KEY USING INDEX "split_recipients_id_merchant_id_pk";--> statement-breakpoint
-- An account has one merchant: PostgreSQL would take both for independent, and expect one line of an account where there may be a million
-- (decision 106). `early-statistics.ts` has collected them.
CREATE STATISTICS IF NOT EXISTS "ledger_lines_of_accounts" (dependencies) ON "account_id", "merchant_id" FROM "ledger_lines";--> statement-breakpoint
CREATE STATISTICS IF NOT EXISTS "ledger_unsettled_lines_of_accounts" (dependencies) ON "account_id", "merchant_id" FROM "ledger_unsettled_lines";--> statement-breakpoint
-- Reports read the entries of a merchant.
CREATE INDEX IF NOT EXISTS "ledger_entries_of_merchant" ON "ledger_entries" USING btree ("merchant_id","at","id","reference") WHERE reference not like 'payment:%';--> statement-breakpoint
DROP INDEX "ledger_entries_besides_payments";
