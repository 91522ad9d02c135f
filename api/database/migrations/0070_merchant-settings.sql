ALTER TABLE "merchants" ADD COLUMN "retry_days" integer[];--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "after_failure" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "brand_color" text;--> statement-breakpoint
ALTER TABLE "payout_settings" ADD COLUMN "payout_interval" text DEFAULT 'daily' NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_settings" ADD COLUMN "payout_day" integer;--> statement-breakpoint
ALTER TABLE "subscription_invoices" ADD COLUMN "quantity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_invoices" ADD COLUMN "coupon_id" uuid;--> statement-breakpoint
ALTER TABLE "subscription_invoices" ADD COLUMN "retry_days" integer[];--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "quantity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_quantity" integer;