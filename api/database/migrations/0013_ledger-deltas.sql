-- Nothing is posted, folded or settled while balances are added up anew. They are added up from the lines alone, because
-- snapshots that were copied from another database cluster may be wrong: they were compared with its transaction ids.
LOCK TABLE "ledger_entries", "ledger_lines", "ledger_snapshots", "settlement_books", "settlement_lines", "webhook_events" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "webhook_sequences" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_deltas" (
	"account_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"amount_kobo" bigint NOT NULL,
	CONSTRAINT "ledger_deltas_account_id_entry_id_pk" PRIMARY KEY("account_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_unsettled_lines" (
	"account_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_unsettled_lines_account_id_entry_id_pk" PRIMARY KEY("account_id","entry_id")
);
--> statement-breakpoint
DROP INDEX "webhook_events_heard";--> statement-breakpoint
DROP INDEX "ledger_lines_account";--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "is_listened_to" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "sequence" bigint;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "line_count" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Without the default, a process of the earlier version can no longer post: it would write lines without their deltas.
ALTER TABLE "ledger_entries" ALTER COLUMN "line_count" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "webhook_events_sequence" ON "webhook_events" USING btree ("merchant_id","sequence") WHERE is_listened_to;--> statement-breakpoint
CREATE INDEX "ledger_lines_account" ON "ledger_lines" USING btree ("account_id","entry_id","amount_kobo");--> statement-breakpoint
ALTER TABLE "settlement_books" DROP COLUMN "upto";--> statement-breakpoint
ALTER TABLE "webhook_events" DROP COLUMN "xid";--> statement-breakpoint
ALTER TABLE "webhook_events" DROP COLUMN "place";--> statement-breakpoint
ALTER TABLE "ledger_lines" DROP COLUMN "xid";--> statement-breakpoint
ALTER TABLE "ledger_snapshots" DROP COLUMN "upto";--> statement-breakpoint
DELETE FROM "ledger_snapshots";--> statement-breakpoint
INSERT INTO "ledger_snapshots" ("account_id", "balance_kobo")
SELECT "account_id", sum("amount_kobo") FROM "ledger_lines" GROUP BY "account_id";--> statement-breakpoint
INSERT INTO "ledger_unsettled_lines" ("account_id", "entry_id", "amount_kobo", "at")
SELECT "line"."account_id", "line"."entry_id", "line"."amount_kobo", "entry"."at"
FROM "ledger_lines" "line"
JOIN "ledger_accounts" "account" ON "account"."id" = "line"."account_id" AND "account"."kind" IN ('pending', 'available')
JOIN "ledger_entries" "entry" ON "entry"."id" = "line"."entry_id"
WHERE split_part("entry"."reference", ':', 1) NOT IN ('settlement', 'payout') AND NOT EXISTS (
	SELECT FROM "settlement_lines" "known"
	WHERE "known"."entry_id" = "line"."entry_id" AND "known"."owner_id"::text = "account"."owner" AND "known"."account" = "account"."kind"
);
