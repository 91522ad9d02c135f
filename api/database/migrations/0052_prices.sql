CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE TABLE "prices" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"channel" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"bps" integer NOT NULL,
	"flat_kobo" bigint NOT NULL,
	"waive_flat_below_kobo" bigint NOT NULL,
	"cap_kobo" bigint,
	"fee_bearer" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "prices_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "prices_bounds" CHECK (bps between 0 and 10000 and flat_kobo >= 0 and waive_flat_below_kobo >= 0 and cap_kobo >= 0),
	CONSTRAINT "prices_days" CHECK (ends_on >= starts_on)
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "prices" jsonb;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- No two prices of a business and channel share a day. Its index also serves the search by business.
ALTER TABLE "prices" ADD CONSTRAINT "prices_no_overlap" EXCLUDE USING gist ("merchant_id" WITH =, "channel" WITH =, daterange("starts_on", "ends_on", '[]') WITH &&);
