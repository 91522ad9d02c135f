-- Primary key with the merchant (decision 96). The table is small: a business has some tens of keys.
ALTER TABLE "approval_requests" DROP CONSTRAINT "approval_requests_requested_by_key_id_api_keys_id_fk";--> statement-breakpoint
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_pkey", ADD CONSTRAINT "api_keys_merchant_id_id_pk" PRIMARY KEY("merchant_id","id");--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_key" FOREIGN KEY ("merchant_id","requested_by_key_id") REFERENCES "public"."api_keys"("merchant_id","id") ON DELETE no action ON UPDATE no action;
