-- Primary keys with the merchant (decision 96). Reserves are locked for about four seconds if there are a million: what waits then is the
-- settlement of a business with a reserve, no payment.
DROP INDEX "staff_notes_merchant";--> statement-breakpoint
ALTER TABLE "staff_notes" DROP CONSTRAINT "staff_notes_pkey", ADD CONSTRAINT "staff_notes_merchant_id_id_pk" PRIMARY KEY("merchant_id","id");--> statement-breakpoint
ALTER TABLE "payout_account_changes" DROP CONSTRAINT "payout_account_changes_pkey", ADD CONSTRAINT "payout_account_changes_merchant_id_id_pk" PRIMARY KEY("merchant_id","id");--> statement-breakpoint
ALTER TABLE "settlement_reserves" DROP CONSTRAINT "settlement_reserves_pkey", ADD CONSTRAINT "settlement_reserves_merchant_id_id_pk" PRIMARY KEY("merchant_id","id");
