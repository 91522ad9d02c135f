ALTER TABLE "idempotency_keys" ADD COLUMN "made" jsonb;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "running_until" timestamp (3) with time zone;