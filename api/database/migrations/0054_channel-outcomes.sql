CREATE TABLE "channel_outcomes" (
	"payment_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"processor" text NOT NULL,
	"channel" text NOT NULL,
	"bank" text,
	"outcome" text NOT NULL,
	"duration_ms" integer,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "channel_outcomes_payment_id_channel_outcome_pk" PRIMARY KEY("payment_id","channel","outcome")
);
--> statement-breakpoint
CREATE INDEX "channel_outcomes_mode" ON "channel_outcomes" USING btree ("mode","at");--> statement-breakpoint
CREATE INDEX "channel_outcomes_merchant" ON "channel_outcomes" USING btree ("merchant_id","at");