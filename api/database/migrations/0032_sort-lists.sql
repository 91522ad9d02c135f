CREATE INDEX "customers_shown_name" ON "customers" USING btree ("merchant_id",lower(coalesce(first_name || ' ' || last_name, first_name, last_name, email)) collate "C","id");--> statement-breakpoint
CREATE INDEX "customers_last_paid" ON "customers" USING btree ("merchant_id",(coalesce(last_paid_at, '-infinity'::timestamptz)),"id");--> statement-breakpoint
CREATE INDEX "invoices_total" ON "invoices" USING btree ("merchant_id","total_kobo","id");--> statement-breakpoint
CREATE INDEX "invoices_due_on" ON "invoices" USING btree ("merchant_id","due_on","id");--> statement-breakpoint
CREATE INDEX "payment_links_name" ON "payment_links" USING btree ("merchant_id",lower(name) collate "C","id");