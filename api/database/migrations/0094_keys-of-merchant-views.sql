-- Primary key with the merchant (decision 96). The table is small: views are purged after 90 days.
ALTER TABLE "merchant_views" DROP CONSTRAINT "merchant_views_pkey", ADD CONSTRAINT "merchant_views_merchant_id_id_pk" PRIMARY KEY("merchant_id","id");
