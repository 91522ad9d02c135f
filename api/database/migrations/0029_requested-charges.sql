ALTER TABLE "subscription_invoices" ADD COLUMN "requested_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_invoices" ADD COLUMN "requested_payment_id" uuid;