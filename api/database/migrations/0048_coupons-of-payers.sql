ALTER TABLE "payments" ADD COLUMN "coupon_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "discount_kobo" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_coupon_redeemed" boolean DEFAULT false NOT NULL;