-- Primary key with the merchant (decision 96). The table is small: a business has some browsers.
ALTER TABLE "push_subscriptions" DROP CONSTRAINT "push_subscriptions_pkey", ADD CONSTRAINT "push_subscriptions_merchant_id_id_pk" PRIMARY KEY("merchant_id","id");--> statement-breakpoint
DROP INDEX "push_subscriptions_business";
