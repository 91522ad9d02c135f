ALTER TABLE "disputes" ADD COLUMN "claimed_kobo" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "paid_charge" text;