CREATE TABLE "payout_account_changes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"bank_account_id" uuid NOT NULL,
	"bank_id" integer NOT NULL,
	"account_number" text NOT NULL,
	"account_name" text,
	"name_matches" boolean NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text
);
--> statement-breakpoint
ALTER TABLE "split_parties" ADD COLUMN "pending_bank_id" integer;--> statement-breakpoint
ALTER TABLE "split_parties" ADD COLUMN "pending_account_number" text;--> statement-breakpoint
ALTER TABLE "split_parties" ADD COLUMN "pending_account_name" text;--> statement-breakpoint
ALTER TABLE "split_parties" ADD COLUMN "pending_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_account_changes" ADD CONSTRAINT "payout_account_changes_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_account_changes" ADD CONSTRAINT "payout_account_changes_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_account_changes_one_waiting" ON "payout_account_changes" USING btree ("merchant_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "payout_account_changes_due" ON "payout_account_changes" USING btree ("effective_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "split_parties_pending" ON "split_parties" USING btree ("pending_from") WHERE pending_from is not null;