DROP INDEX "mandate_debits_open";--> statement-breakpoint
CREATE INDEX "mandate_debits_calendar" ON "mandate_debits" USING btree ("merchant_id","due_on","id");