ALTER TABLE "refunds" ADD COLUMN "paid_late_at" timestamp (3) with time zone;--> statement-breakpoint
-- Refunds that began to wait for an account before they were queried all the same: Paystack may have paid them out since.
UPDATE "refunds" refund SET check_at = now() FROM "payments" payment
WHERE refund.status = 'needs_attention' AND refund.check_at IS NULL AND payment.merchant_id = refund.merchant_id
  AND payment.id = refund.payment_id AND payment.processor = 'paystack';
