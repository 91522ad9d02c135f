CREATE TABLE "ledger_merchant_fills" (
	"name" text PRIMARY KEY NOT NULL,
	"up_to_entry_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "merchant_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_deltas" ADD COLUMN "merchant_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "merchant_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD COLUMN "merchant_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_snapshots" ADD COLUMN "merchant_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_unsettled_lines" ADD COLUMN "merchant_id" uuid;