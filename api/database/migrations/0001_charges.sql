CREATE TABLE "charges" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"reference" text collate "C" NOT NULL,
	"request_hash" text NOT NULL,
	"access_code" text NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"fee_bearer" text NOT NULL,
	"email" text collate "C" NOT NULL,
	"name" text,
	"phone" text,
	"description" text,
	"callback_url" text,
	"channels" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "charges_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "charges_accessCode_unique" UNIQUE("access_code"),
	CONSTRAINT "charges_reference" UNIQUE("merchant_id","reference")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charge_id" uuid;--> statement-breakpoint
CREATE INDEX "charges_list" ON "charges" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "charges_email" ON "charges" USING btree ("merchant_id","email","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_charge" ON "payments" USING btree ("merchant_id","charge_id") WHERE charge_id is not null;