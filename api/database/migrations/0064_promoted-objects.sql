CREATE TABLE "promoted_objects" (
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"test_id" uuid NOT NULL,
	"live_id" uuid NOT NULL,
	"test_fingerprint" text NOT NULL,
	"live_fingerprint" text NOT NULL,
	"promoted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "promoted_objects_merchant_id_kind_test_id_pk" PRIMARY KEY("merchant_id","kind","test_id"),
	CONSTRAINT "promoted_objects_live" UNIQUE("merchant_id","kind","live_id")
);
--> statement-breakpoint
ALTER TABLE "promoted_objects" ADD CONSTRAINT "promoted_objects_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;