CREATE TABLE "merchant_views" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "merchant_views_codeHash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "staff_notes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "merchant_views" ADD CONSTRAINT "merchant_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merchant_views_expiry" ON "merchant_views" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_notes_merchant" ON "staff_notes" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE INDEX "payments_transfer_account" ON "payments" USING btree ((channel_details #>> '{bank_transfer,accountNumber}')) WHERE channel_details ? 'bank_transfer';--> statement-breakpoint
CREATE INDEX "payments_returned" ON "payments" USING btree ("created_at") WHERE returned_kobo is not null;--> statement-breakpoint
CREATE INDEX "processor_events_reference" ON "processor_events" USING btree ("reference") WHERE reference is not null;--> statement-breakpoint
CREATE INDEX "payouts_returned" ON "payouts" USING btree ("ended_at") WHERE status = 'returned';