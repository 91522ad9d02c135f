ALTER TABLE "customers" ADD COLUMN "paid_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "customers" SET "paid_kobo" = "paid"."kobo" FROM (
  SELECT "merchant_id", "customer_email", sum("amount_kobo" - "refunded_kobo") AS "kobo" FROM "payments"
  WHERE "status" IN ('success', 'partially_refunded', 'refunded', 'reversed') AND NOT "is_card_check"
  GROUP BY "merchant_id", "customer_email"
) "paid" WHERE "customers"."merchant_id" = "paid"."merchant_id" AND "customers"."email" = "paid"."customer_email";--> statement-breakpoint
CREATE INDEX "customers_paid" ON "customers" USING btree ("merchant_id","paid_kobo","id");