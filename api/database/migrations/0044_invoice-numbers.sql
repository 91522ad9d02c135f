ALTER TABLE "invoices" DROP CONSTRAINT "invoices_number";--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "number" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_counters" ADD COLUMN "prefix" text DEFAULT 'INV-' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "number_text" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "registration_number" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "tax_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number_shown" ON "invoices" USING btree ("merchant_id",lower(coalesce(number_text, 'INV-' || lpad(number::text, greatest(4, length(number::text)), '0'))) collate "C");--> statement-breakpoint
CREATE INDEX "invoices_number" ON "invoices" USING btree ("merchant_id","number");