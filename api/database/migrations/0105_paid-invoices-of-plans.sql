-- Created before by `early-indexes.ts` (decision 104), so no row is read while the table is locked.
CREATE INDEX IF NOT EXISTS "subscription_invoices_collected" ON "subscription_invoices" USING btree ("merchant_id","plan_id","due_kobo") WHERE status = 'success';
