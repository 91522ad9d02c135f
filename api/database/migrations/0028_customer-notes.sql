CREATE TABLE "customer_notes" (
	"merchant_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_notes_merchant_id_customer_id_id_pk" PRIMARY KEY("merchant_id","customer_id","id")
);
--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;