DROP INDEX "payments_status";--> statement-breakpoint
DROP INDEX "payments_email";--> statement-breakpoint
DROP INDEX "payments_amount";--> statement-breakpoint
DROP INDEX "payments_link";--> statement-breakpoint
CREATE INDEX "payments_card_check" ON "payments" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_card_check;--> statement-breakpoint
CREATE INDEX "payments_status" ON "payments" USING btree ("merchant_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"channel","is_card_check");--> statement-breakpoint
CREATE INDEX "payments_email" ON "payments" USING btree ("merchant_id","customer_email","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"amount_kobo","status","channel","fee_kobo","vat_kobo","net_kobo","refunded_kobo","is_card_check");--> statement-breakpoint
CREATE INDEX "payments_amount" ON "payments" USING btree ("merchant_id","amount_kobo","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","channel","fee_kobo","vat_kobo","net_kobo","refunded_kobo","is_card_check");--> statement-breakpoint
CREATE INDEX "payments_link" ON "payments" USING btree ("merchant_id","payment_link_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"amount_kobo","status","channel","fee_kobo","vat_kobo","net_kobo","refunded_kobo","is_card_check") WHERE payment_link_id is not null;--> statement-breakpoint
-- Nobody writes payments until this transaction ends. What was counted of checks of cards, folded or not, is taken away as it stands,
-- and counted under a status of its own.
INSERT INTO "payment_facts" ("merchant_id", "day", "channel", "payment_link_id", "status", "count", "amount_kobo", "fee_kobo", "vat_kobo", "net_kobo", "refunded_kobo")
SELECT "merchant_id", ("created_at" AT TIME ZONE 'Africa/Lagos')::date, coalesce("channel", 'none'), "payment_link_id", "counted"."status",
	"sign", "sign" * "amount_kobo", "sign" * "fee_kobo", "sign" * "vat_kobo", "sign" * "net_kobo", "sign" * "refunded_kobo"
FROM "payments" CROSS JOIN LATERAL (VALUES ("payments"."status", -1), ('card_check', 1)) "counted" ("status", "sign")
WHERE "is_card_check";--> statement-breakpoint
UPDATE "settlement_lines" "line" SET "type" = 'card_check', "gross_kobo" = 0
FROM "payments" "checked"
WHERE "checked"."is_card_check" AND "line"."merchant_id" = "checked"."merchant_id" AND "line"."payment_id" = "checked"."id"
	AND "line"."type" IN ('payment', 'refund');--> statement-breakpoint
UPDATE "settlements" "settlement" SET
	"gross_kobo" = "figure"."gross", "refunds_kobo" = "figure"."refunds", "adjustments_kobo" = "figure"."adjustments",
	"payment_count" = "figure"."payments", "first_day" = "figure"."first_day", "last_day" = "figure"."last_day"
FROM (
	SELECT "merchant_id", "settlement_id", sum("gross_kobo") AS "gross",
		coalesce(sum("amount_kobo") FILTER (WHERE "type" = 'refund'), 0) AS "refunds",
		coalesce(sum("amount_kobo") FILTER (WHERE "type" IN ('card_check', 'adjustment')), 0) AS "adjustments",
		count(*) FILTER (WHERE "type" = 'payment') AS "payments",
		min(("at" AT TIME ZONE 'Africa/Lagos')::date) FILTER (WHERE "type" = 'payment') AS "first_day",
		max(("at" AT TIME ZONE 'Africa/Lagos')::date) FILTER (WHERE "type" = 'payment') AS "last_day"
	FROM "settlement_lines" GROUP BY 1, 2 HAVING bool_or("type" = 'card_check')
) "figure"
WHERE "settlement"."merchant_id" = "figure"."merchant_id" AND "settlement"."id" = "figure"."settlement_id";--> statement-breakpoint
-- Whose card was only checked has not paid.
UPDATE "customers" "customer" SET "first_paid_at" = "paid"."first", "last_paid_at" = "paid"."last"
FROM (
	SELECT "merchant_id", "customer_email" AS "email", min("paid_at") FILTER (WHERE NOT "is_card_check") AS "first",
		max("paid_at") FILTER (WHERE NOT "is_card_check") AS "last"
	FROM "payments"
	WHERE ("merchant_id", "customer_email") IN (SELECT "merchant_id", "customer_email" FROM "payments" WHERE "is_card_check")
	GROUP BY 1, 2
) "paid"
WHERE "customer"."merchant_id" = "paid"."merchant_id" AND "customer"."email" = "paid"."email";
