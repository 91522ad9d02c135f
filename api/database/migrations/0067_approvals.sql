CREATE TABLE "approval_requests" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"action" text NOT NULL,
	"status" text NOT NULL,
	"title" text NOT NULL,
	"subject_id" uuid,
	"effects" jsonb NOT NULL,
	"input" jsonb NOT NULL,
	"input_hash" text NOT NULL,
	"requesters" jsonb NOT NULL,
	"requested_by_user_id" uuid,
	"requested_by_key_id" uuid,
	"requested_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decided_by_user_id" uuid,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"comment" text,
	"failure_reason" text,
	"result_id" uuid,
	CONSTRAINT "approval_requests_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "approval_rules" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"refunds" boolean NOT NULL,
	"refund_limit_kobo" bigint NOT NULL,
	"bank_accounts" boolean NOT NULL,
	"recipients" boolean NOT NULL,
	"api_keys" boolean NOT NULL,
	"team" boolean NOT NULL,
	"go_live" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_requested_by_user_id_users_id_fk" FOREIGN KEY ("requested_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_requested_by_key_id_api_keys_id_fk" FOREIGN KEY ("requested_by_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_decided_by_user_id_users_id_fk" FOREIGN KEY ("decided_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_rules" ADD CONSTRAINT "approval_rules_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_requests_list" ON "approval_requests" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "approval_requests_open" ON "approval_requests" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status in ('waiting', 'approved');--> statement-breakpoint
CREATE INDEX "approval_requests_subject" ON "approval_requests" USING btree ("merchant_id","subject_id");--> statement-breakpoint
CREATE INDEX "approval_requests_due" ON "approval_requests" USING btree ("expires_at") WHERE status in ('waiting', 'approved');--> statement-breakpoint
CREATE UNIQUE INDEX "approval_requests_once" ON "approval_requests" USING btree ("merchant_id","action","input_hash","requested_by_user_id") WHERE status = 'waiting' and requested_by_user_id is not null;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Who has created or rotated a key has seen its secret; the audit log knows it of the keys that exist.
UPDATE api_keys SET created_by = event.user_id
FROM audit_events event
WHERE event.merchant_id = api_keys.merchant_id
  AND event.action IN ('api_key.created', 'api_key.rolled')
  AND coalesce(event.after ->> 'replacedBy', event.object) = api_keys.display
  AND event.user_id IS NOT NULL;
