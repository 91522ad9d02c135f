CREATE TABLE "late_payouts" (
	"merchant_id" uuid NOT NULL,
	"settlement_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"owner_id" uuid NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"duty_kobo" bigint NOT NULL,
	"taken_kobo" bigint DEFAULT 0 NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "late_payouts_merchant_id_settlement_id_attempt_pk" PRIMARY KEY("merchant_id","settlement_id","attempt")
);
--> statement-breakpoint
CREATE INDEX "late_payouts_open" ON "late_payouts" USING btree ("merchant_id","owner_id") WHERE undone_at is null and taken_kobo < amount_kobo + duty_kobo;