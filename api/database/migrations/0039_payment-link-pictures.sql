ALTER TABLE "payment_links" ADD COLUMN "picture_file_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "picture_alt_text" text;