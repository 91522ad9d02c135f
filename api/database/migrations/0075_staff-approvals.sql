CREATE TABLE "staff_approval_requests" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"action" text NOT NULL,
	"status" text NOT NULL,
	"title" text NOT NULL,
	"merchant_id" uuid,
	"effects" jsonb NOT NULL,
	"input" jsonb NOT NULL,
	"input_hash" text NOT NULL,
	"requested_by_id" uuid NOT NULL,
	"requested_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decided_by_id" uuid,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"comment" text,
	"failure_reason" text
);
--> statement-breakpoint
CREATE TABLE "staff_approval_rules" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"prices" boolean NOT NULL,
	"limits" boolean NOT NULL,
	"payout_terms" boolean NOT NULL,
	"payouts" boolean NOT NULL,
	"payout_limit_kobo" bigint NOT NULL,
	"risk" boolean NOT NULL,
	"staff" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_approval_requests" ADD CONSTRAINT "staff_approval_requests_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_approval_requests" ADD CONSTRAINT "staff_approval_requests_requested_by_id_staff_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_approval_requests" ADD CONSTRAINT "staff_approval_requests_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_approval_requests_list" ON "staff_approval_requests" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "staff_approval_requests_merchant" ON "staff_approval_requests" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "staff_approval_requests_due" ON "staff_approval_requests" USING btree ("expires_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "staff_approval_requests_once" ON "staff_approval_requests" USING btree ("action","input_hash","requested_by_id") WHERE status = 'waiting';