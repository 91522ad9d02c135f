DROP INDEX "customers_shown_name";--> statement-breakpoint
DROP INDEX "payment_links_name";--> statement-breakpoint
CREATE INDEX "customers_shown_name" ON "customers" USING btree ("merchant_id",translate(to_search_text(coalesce(first_name || ' ' || last_name, first_name, last_name, email)), 'ɓɗƙƴ', 'bdky') collate "C","id");--> statement-breakpoint
CREATE INDEX "payment_links_name" ON "payment_links" USING btree ("merchant_id",translate(to_search_text(name), 'ɓɗƙƴ', 'bdky') collate "C","id");