ALTER TABLE "payment_links" ADD COLUMN "quantity" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "quantity" integer DEFAULT 1 NOT NULL;