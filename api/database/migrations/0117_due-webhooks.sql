DROP INDEX "webhook_deliveries_waiting";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("merchant_id","endpoint_id","next_attempt_at") WHERE state = 'waiting';
