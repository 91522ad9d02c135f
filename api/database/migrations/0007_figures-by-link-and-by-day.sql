-- Whoever folds waits for this transaction, so that what is added up below is of one instant.
DROP TABLE "payment_link_totals";--> statement-breakpoint
CREATE TABLE "payment_link_totals" (
	"merchant_id" uuid NOT NULL,
	"payment_link_id" uuid NOT NULL,
	"status" text NOT NULL,
	"channel" text NOT NULL,
	"count" bigint NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"fee_kobo" bigint NOT NULL,
	"vat_kobo" bigint NOT NULL,
	"net_kobo" bigint NOT NULL,
	"refunded_kobo" bigint NOT NULL,
	CONSTRAINT "payment_link_totals_pk" PRIMARY KEY("merchant_id","payment_link_id","status","channel")
);
--> statement-breakpoint
CREATE TABLE "payment_day_totals" (
	"merchant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	"count" bigint NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"fee_kobo" bigint NOT NULL,
	"vat_kobo" bigint NOT NULL,
	"net_kobo" bigint NOT NULL,
	"refunded_kobo" bigint NOT NULL,
	CONSTRAINT "payment_day_totals_merchant_id_day_status_pk" PRIMARY KEY("merchant_id","day","status")
);
--> statement-breakpoint
DROP INDEX "payments_email";--> statement-breakpoint
DROP INDEX "payments_amount";--> statement-breakpoint
DROP INDEX "payments_link";--> statement-breakpoint
CREATE INDEX "payments_email" ON "payments" USING btree ("merchant_id","customer_email","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"amount_kobo","status","channel","fee_kobo","vat_kobo","net_kobo","refunded_kobo");--> statement-breakpoint
CREATE INDEX "payments_amount" ON "payments" USING btree ("merchant_id","amount_kobo","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","channel","fee_kobo","vat_kobo","net_kobo","refunded_kobo");--> statement-breakpoint
CREATE INDEX "payments_link" ON "payments" USING btree ("merchant_id","payment_link_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"amount_kobo","status","channel","fee_kobo","vat_kobo","net_kobo","refunded_kobo") WHERE payment_link_id is not null;--> statement-breakpoint
INSERT INTO "payment_day_totals" ("merchant_id", "day", "status", "count", "amount_kobo", "fee_kobo", "vat_kobo", "net_kobo", "refunded_kobo")
SELECT "merchant_id", "day", "status", sum("count"), sum("amount_kobo"), sum("fee_kobo"), sum("vat_kobo"), sum("net_kobo"), sum("refunded_kobo")
FROM "payment_days" GROUP BY "merchant_id", "day", "status";--> statement-breakpoint
-- Of every payment as it stands, less what is still to be folded.
INSERT INTO "payment_link_totals" ("merchant_id", "payment_link_id", "status", "channel", "count", "amount_kobo", "fee_kobo", "vat_kobo", "net_kobo", "refunded_kobo")
SELECT "merchant_id", "payment_link_id", "status", "channel", sum("count"), sum("amount_kobo"), sum("fee_kobo"), sum("vat_kobo"), sum("net_kobo"), sum("refunded_kobo")
FROM (
	SELECT "merchant_id", "payment_link_id", "status", coalesce("channel", 'none') AS "channel", 1 AS "count", "amount_kobo", "fee_kobo", "vat_kobo", "net_kobo", "refunded_kobo"
	FROM "payments" WHERE "payment_link_id" IS NOT NULL
	UNION ALL
	SELECT "merchant_id", "payment_link_id", "status", "channel", -"count", -"amount_kobo", -"fee_kobo", -"vat_kobo", -"net_kobo", -"refunded_kobo"
	FROM "payment_facts" WHERE "payment_link_id" IS NOT NULL
) AS "figure"
GROUP BY "merchant_id", "payment_link_id", "status", "channel";
