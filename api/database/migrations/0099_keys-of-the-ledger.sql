-- Keys of the ledger with the merchant (decision 106). Merchants are filled and proved to be there by `early-merchants.ts`, and the indexes
-- are created by `early-indexes.ts` (decision 104), so no row is read. In a new database, or one of a version before migration 95, this is
-- done here. Every transaction that writes to the ledger uses the accounts first, so none of them waits for this one in turn.
LOCK TABLE "ledger_accounts", "ledger_entries", "ledger_lines", "ledger_deltas", "ledger_unsettled_lines", "ledger_snapshots" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
DO $$
BEGIN
	IF EXISTS (SELECT FROM "pg_constraint" WHERE "conrelid" = 'ledger_snapshots'::regclass AND "conname" = 'ledger_snapshots_early_merchant' AND "convalidated") THEN
		RETURN;
	END IF;
	UPDATE "ledger_accounts" filled SET "merchant_id" = coalesce(
		(SELECT "merchant_id" FROM "split_recipients" WHERE "id" = CASE WHEN filled."owner" NOT IN ('TEST', 'LIVE') THEN filled."owner"::uuid END),
		CASE WHEN filled."owner" NOT IN ('TEST', 'LIVE') THEN filled."owner"::uuid END,
		'00000000-0000-0000-0000-000000000000'
	) WHERE "merchant_id" IS NULL;
	UPDATE "ledger_entries" filled SET "merchant_id" = coalesce(
		(SELECT account."merchant_id" FROM "ledger_lines" line
			JOIN "ledger_accounts" account ON account."id" = line."account_id" AND account."owner" NOT IN ('TEST', 'LIVE')
			WHERE line."entry_id" = filled."id" LIMIT 1),
		(SELECT "merchant_id" FROM "disputes" WHERE "id" = CASE WHEN filled."reference" ~ '^dispute:[0-9a-f]{8}-[0-9a-f-]{27}:'
			THEN split_part(filled."reference", ':', 2)::uuid END),
		'00000000-0000-0000-0000-000000000000'
	) WHERE "merchant_id" IS NULL;
	UPDATE "ledger_lines" filled SET "merchant_id" = entry."merchant_id" FROM "ledger_entries" entry
		WHERE entry."id" = filled."entry_id" AND filled."merchant_id" IS NULL;
	UPDATE "ledger_deltas" filled SET "merchant_id" = entry."merchant_id" FROM "ledger_entries" entry
		WHERE entry."id" = filled."entry_id" AND filled."merchant_id" IS NULL;
	UPDATE "ledger_unsettled_lines" filled SET "merchant_id" = entry."merchant_id" FROM "ledger_entries" entry
		WHERE entry."id" = filled."entry_id" AND filled."merchant_id" IS NULL;
	UPDATE "ledger_snapshots" filled SET "merchant_id" = account."merchant_id" FROM "ledger_accounts" account
		WHERE account."id" = filled."account_id" AND filled."merchant_id" IS NULL;
END $$;
--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "ledger_accounts_id_merchant_id_pk" ON "ledger_accounts" ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "ledger_accounts_key" ON "ledger_accounts" USING btree ("owner","kind","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "ledger_entries_id_merchant_id_pk" ON "ledger_entries" ("id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "ledger_entries_key" ON "ledger_entries" USING btree ("reference","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "ledger_lines_entry_id_account_id_merchant_id_pk" ON "ledger_lines" ("entry_id","account_id","merchant_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "ledger_lines_of_account" ON "ledger_lines" USING btree ("account_id","entry_id","amount_kobo","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "ledger_deltas_account_id_entry_id_merchant_id_pk" ON "ledger_deltas" ("account_id","entry_id","merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "ledger_unsettled_lines_account_id_entry_id_merchant_id_pk" ON "ledger_unsettled_lines" ("account_id","entry_id","merchant_id");--> statement-breakpoint
ALTER TABLE "ledger_accounts" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_lines" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_deltas" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_unsettled_lines" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_snapshots" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_pkey", DROP CONSTRAINT "ledger_accounts_owner_kind",
	DROP CONSTRAINT IF EXISTS "ledger_accounts_early_merchant",
	ADD CONSTRAINT "ledger_accounts_id_merchant_id_pk" PRIMARY KEY USING INDEX "ledger_accounts_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_pkey", DROP CONSTRAINT "ledger_entries_reference_unique",
	DROP CONSTRAINT IF EXISTS "ledger_entries_early_merchant",
	ADD CONSTRAINT "ledger_entries_id_merchant_id_pk" PRIMARY KEY USING INDEX "ledger_entries_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "ledger_lines" DROP CONSTRAINT "ledger_lines_entry_id_account_id_pk", DROP CONSTRAINT IF EXISTS "ledger_lines_early_merchant",
	ADD CONSTRAINT "ledger_lines_entry_id_account_id_merchant_id_pk" PRIMARY KEY USING INDEX "ledger_lines_entry_id_account_id_merchant_id_pk";--> statement-breakpoint
DROP INDEX "ledger_lines_account";--> statement-breakpoint
ALTER TABLE "ledger_deltas" DROP CONSTRAINT "ledger_deltas_account_id_entry_id_pk", DROP CONSTRAINT IF EXISTS "ledger_deltas_early_merchant",
	ADD CONSTRAINT "ledger_deltas_account_id_entry_id_merchant_id_pk" PRIMARY KEY USING INDEX "ledger_deltas_account_id_entry_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "ledger_unsettled_lines" DROP CONSTRAINT "ledger_unsettled_lines_account_id_entry_id_pk",
	DROP CONSTRAINT IF EXISTS "ledger_unsettled_lines_early_merchant",
	ADD CONSTRAINT "ledger_unsettled_lines_account_id_entry_id_merchant_id_pk" PRIMARY KEY USING INDEX "ledger_unsettled_lines_account_id_entry_id_merchant_id_pk";--> statement-breakpoint
ALTER TABLE "ledger_snapshots" DROP CONSTRAINT IF EXISTS "ledger_snapshots_early_merchant";--> statement-breakpoint
-- The job that filled merchants is not started any more. Its table `ledger_merchant_fills` stays for processes of the version before.
DO $$
BEGIN
	IF to_regclass('pgboss.schedule') IS NOT NULL THEN
		DELETE FROM pgboss.schedule WHERE name = 'fill-ledger-merchants';
	END IF;
END $$;
--> statement-breakpoint
-- The version before names the merchant of recipients itself (decision 96).
DROP TRIGGER IF EXISTS report_recipients_merchant ON report_recipients;--> statement-breakpoint
DROP FUNCTION IF EXISTS set_merchant_of_report_recipient();
