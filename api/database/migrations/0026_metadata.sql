ALTER TABLE "charges" ALTER COLUMN "metadata" SET DEFAULT '{}'::jsonb;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "charges_metadata" ON "charges" USING gin ("merchant_id",metadata jsonb_path_ops) WHERE metadata <> '{}'::jsonb;--> statement-breakpoint
CREATE INDEX "customers_metadata" ON "customers" USING gin ("merchant_id",metadata jsonb_path_ops) WHERE metadata <> '{}'::jsonb;--> statement-breakpoint
CREATE INDEX "invoices_metadata" ON "invoices" USING gin ("merchant_id",metadata jsonb_path_ops) WHERE metadata <> '{}'::jsonb;--> statement-breakpoint
CREATE INDEX "payment_links_metadata" ON "payment_links" USING gin ("merchant_id",metadata jsonb_path_ops) WHERE metadata <> '{}'::jsonb;--> statement-breakpoint
CREATE INDEX "refunds_metadata" ON "refunds" USING gin ("merchant_id",metadata jsonb_path_ops) WHERE metadata <> '{}'::jsonb;--> statement-breakpoint
CREATE INDEX "plans_metadata" ON "plans" USING gin ("merchant_id",metadata jsonb_path_ops) WHERE metadata <> '{}'::jsonb;