ALTER TABLE "audit_chains" ADD COLUMN "deleted_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_chains" ADD COLUMN "deleted_hash" text;--> statement-breakpoint
ALTER TABLE "staff_event_chains" ADD COLUMN "deleted_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_event_chains" ADD COLUMN "deleted_hash" text;