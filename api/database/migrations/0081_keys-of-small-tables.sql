-- Primary keys with the merchant (decision 96). The tables are small: each key is built within milliseconds, while the table is locked.
DROP INDEX "clock_moves_list";--> statement-breakpoint
ALTER TABLE "clock_moves" DROP CONSTRAINT "clock_moves_pkey", ADD CONSTRAINT "clock_moves_merchant_id_id_pk" PRIMARY KEY("merchant_id","id");--> statement-breakpoint
ALTER TABLE "digest_entries" DROP CONSTRAINT "digest_entries_pkey", ADD CONSTRAINT "digest_entries_merchant_id_id_pk" PRIMARY KEY("merchant_id","id");--> statement-breakpoint
ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_pkey", ADD CONSTRAINT "saved_views_merchant_id_id_pk" PRIMARY KEY("merchant_id","id");
