CREATE TABLE "processor_orders" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid,
	"channel" text,
	"bank_code" text,
	"processors" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "processor_orders_scope" UNIQUE NULLS NOT DISTINCT("merchant_id","channel","bank_code"),
	CONSTRAINT "processor_orders_bank" CHECK (bank_code is null or channel is not null),
	CONSTRAINT "processor_orders_some" CHECK (cardinality(processors) > 0)
);
--> statement-breakpoint
ALTER TABLE "channel_outcomes" DROP CONSTRAINT "channel_outcomes_payment_id_channel_outcome_pk";--> statement-breakpoint
ALTER TABLE "channel_outcomes" ADD CONSTRAINT "channel_outcomes_payment_id_channel_processor_outcome_pk" PRIMARY KEY("payment_id","channel","processor","outcome");--> statement-breakpoint
ALTER TABLE "processor_orders" ADD CONSTRAINT "processor_orders_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;