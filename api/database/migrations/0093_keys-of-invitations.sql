-- Primary key with the merchant (decision 96). The table is small: a business has at most some hundreds of invitations.
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_pkey", ADD CONSTRAINT "invitations_merchant_id_id_pk" PRIMARY KEY("merchant_id","id");
