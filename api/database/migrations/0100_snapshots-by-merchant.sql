-- Completes the ledger of each merchant (decision 106). Lines on accounts of the platform that all merchants shared are moved before by
-- `early-lines.ts`, and the index is created by `early-indexes.ts` (decision 104), so no row is read but those of the platform. In a database of a
-- version before migration 99 the lines are moved here.
DO $$
DECLARE
	platform CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	IF NOT EXISTS (
		SELECT FROM "ledger_accounts" shared JOIN "ledger_lines" line ON line."account_id" = shared."id" AND line."merchant_id" <> platform
		WHERE shared."owner" IN ('TEST', 'LIVE') AND shared."merchant_id" = platform
	) THEN
		RETURN;
	END IF;
	LOCK TABLE "ledger_accounts", "ledger_entries", "ledger_lines", "ledger_deltas", "ledger_snapshots" IN ACCESS EXCLUSIVE MODE;
	INSERT INTO "ledger_accounts" ("owner", "kind", "merchant_id")
		SELECT DISTINCT shared."owner", shared."kind", line."merchant_id"
		FROM "ledger_accounts" shared JOIN "ledger_lines" line ON line."account_id" = shared."id" AND line."merchant_id" <> platform
		WHERE shared."owner" IN ('TEST', 'LIVE') AND shared."merchant_id" = platform
		ON CONFLICT DO NOTHING;
	-- A line with a delta is not in the snapshot yet: the delta is moved instead of the sum.
	WITH moved AS (
		UPDATE "ledger_lines" line SET "account_id" = target."id"
		FROM "ledger_accounts" shared JOIN "ledger_accounts" target ON target."owner" = shared."owner" AND target."kind" = shared."kind"
		WHERE shared."owner" IN ('TEST', 'LIVE') AND shared."merchant_id" = platform
			AND line."account_id" = shared."id" AND line."merchant_id" <> platform AND target."merchant_id" = line."merchant_id"
		RETURNING shared."id" AS "shared_id", line."account_id", line."entry_id", line."amount_kobo", line."merchant_id"
	), waiting AS (
		UPDATE "ledger_deltas" delta SET "account_id" = moved."account_id" FROM moved
		WHERE delta."account_id" = moved."shared_id" AND delta."entry_id" = moved."entry_id"
		RETURNING moved."shared_id", moved."account_id", moved."amount_kobo", moved."merchant_id"
	)
	INSERT INTO "ledger_snapshots" ("account_id", "balance_kobo", "merchant_id")
		SELECT "account_id", sum("kobo"), "merchant_id" FROM (
			SELECT "account_id", "amount_kobo" AS "kobo", "merchant_id" FROM moved
			UNION ALL SELECT "shared_id", -"amount_kobo", platform FROM moved
			UNION ALL SELECT "account_id", -"amount_kobo", "merchant_id" FROM waiting
			UNION ALL SELECT "shared_id", "amount_kobo", platform FROM waiting
		) summed GROUP BY "account_id", "merchant_id"
		ON CONFLICT ON CONSTRAINT "ledger_snapshots_pkey" DO UPDATE SET "balance_kobo" = "ledger_snapshots"."balance_kobo" + excluded."balance_kobo";
END $$;
--> statement-breakpoint
-- The version before names the constraint, which keeps its name.
CREATE UNIQUE INDEX IF NOT EXISTS "ledger_snapshots_account_id_merchant_id" ON "ledger_snapshots" ("account_id","merchant_id");--> statement-breakpoint
ALTER TABLE "ledger_snapshots" DROP CONSTRAINT "ledger_snapshots_pkey",
	ADD CONSTRAINT "ledger_snapshots_pkey" PRIMARY KEY USING INDEX "ledger_snapshots_account_id_merchant_id";--> statement-breakpoint
DROP TABLE "ledger_merchant_fills";--> statement-breakpoint
-- The queue of the second job stays until no process of the version before has workers of it.
DO $$
BEGIN
	IF to_regclass('pgboss.schedule') IS NOT NULL THEN
		PERFORM pgboss.delete_queue(name) FROM pgboss.queue WHERE name = 'fill-ledger-merchants';
		DELETE FROM pgboss.schedule WHERE name = 'move-platform-lines';
	END IF;
END $$;
