-- Primary key with the merchant (decision 96). Both tables are small: a business has at most 20 accounts.
ALTER TABLE "payout_account_changes" DROP CONSTRAINT "payout_account_changes_bank_account_id_bank_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "bank_accounts" DROP CONSTRAINT "bank_accounts_pkey", ADD CONSTRAINT "bank_accounts_merchant_id_id_pk" PRIMARY KEY("merchant_id","id");--> statement-breakpoint
ALTER TABLE "payout_account_changes" ADD CONSTRAINT "payout_account_changes_account" FOREIGN KEY ("merchant_id","bank_account_id") REFERENCES "public"."bank_accounts"("merchant_id","id") ON DELETE no action ON UPDATE no action;
