ALTER TABLE "settlements" ADD COLUMN "notified_hold" text;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "confirmed_attempts" integer DEFAULT 0 NOT NULL;