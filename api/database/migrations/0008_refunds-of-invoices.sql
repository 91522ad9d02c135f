ALTER TABLE "invoice_payments" ADD COLUMN "refunded_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "refunded_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "refunded_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "invoice_payments" AS paid SET "refunded_kobo" = least(paid."amount_kobo", payment."refunded_kobo")
FROM "payments" AS payment
WHERE payment."merchant_id" = paid."merchant_id" AND payment."id" = paid."payment_id" AND payment."refunded_kobo" > 0;--> statement-breakpoint
UPDATE "invoices" AS invoice SET "refunded_kobo" = back.kobo, "refunded_at" = coalesce(back.at, invoice."paid_at", invoice."created_at")
FROM (
  SELECT paid."merchant_id", paid."invoice_id", sum(paid."refunded_kobo") AS kobo, max(
    (SELECT max(refund."processed_at") FROM "refunds" AS refund
     WHERE refund."merchant_id" = paid."merchant_id" AND refund."payment_id" = paid."payment_id")
  ) AS at
  FROM "invoice_payments" AS paid WHERE paid."refunded_kobo" > 0 GROUP BY 1, 2
) AS back
WHERE back."merchant_id" = invoice."merchant_id" AND back."invoice_id" = invoice."id";
