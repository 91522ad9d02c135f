CREATE TABLE "business_restrictions" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"payments_frozen_for" text,
	"payments_frozen_at" timestamp (3) with time zone,
	"payments_frozen_by" text,
	"max_payment_kobo" bigint,
	"max_day_kobo" bigint
);
--> statement-breakpoint
ALTER TABLE "business_restrictions" ADD CONSTRAINT "business_restrictions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;