ALTER TABLE "disputes" RENAME COLUMN "bank_reference" TO "processor_reference";--> statement-breakpoint
ALTER TABLE "disputes" DROP CONSTRAINT "disputes_bankReference_unique";--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "processor" text;--> statement-breakpoint
-- Others were opened by the operator.
UPDATE "disputes" SET "processor" = 'sandbox' WHERE "processor_reference" LIKE 'sandbox:%' OR "processor_reference" LIKE 'demo:%';--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "offered_kobo" bigint;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("processor","created_at") WHERE resolved_at is null;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_processor_reference" UNIQUE NULLS NOT DISTINCT("processor","processor_reference");