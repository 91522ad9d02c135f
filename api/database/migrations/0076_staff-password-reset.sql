ALTER TABLE "staff" ADD COLUMN "reset_hash" text;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "reset_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_reset_hash" UNIQUE("reset_hash");