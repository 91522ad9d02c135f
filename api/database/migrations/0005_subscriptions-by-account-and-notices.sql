ALTER TABLE "mandates" ADD COLUMN "subscription_id" uuid;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "mandate_id" uuid;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "notice_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "noticed_for" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "consent_text" text;--> statement-breakpoint
CREATE INDEX "subscriptions_notice" ON "subscriptions" USING btree ("notice_at") WHERE notice_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_notice_of_merchant" ON "subscriptions" USING btree ("merchant_id","notice_at") WHERE notice_at is not null;