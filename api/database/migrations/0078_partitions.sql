-- The request log and the attempts of webhooks become partitioned by month (decision 95). The table of before is the first partition, as
-- it is, and has all rows until the end of the next month: an earlier version, which deletes by ctid, still works on one partition.
DO $$
DECLARE
	bound timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC';
BEGIN
	ALTER TABLE "request_log" RENAME TO "request_log_first";
	ALTER TABLE "request_log_first" RENAME CONSTRAINT "request_log_merchant_id_created_at_id_pk" TO "request_log_first_pk";
	CREATE TABLE "request_log" (LIKE "request_log_first" INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE ("created_at");
	ALTER TABLE "request_log" ADD CONSTRAINT "request_log_merchant_id_created_at_id_pk" PRIMARY KEY ("merchant_id", "created_at", "id");
	CREATE TABLE "request_log_default" PARTITION OF "request_log" DEFAULT;
	WITH later AS (DELETE FROM "request_log_first" WHERE "created_at" >= bound RETURNING *)
	INSERT INTO "request_log_default" SELECT * FROM later;
	EXECUTE format('ALTER TABLE "request_log" ATTACH PARTITION "request_log_first" FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END $$;
--> statement-breakpoint
DO $$
DECLARE
	bound_at timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC';
	-- Ids are UUIDs of version 7, which begin with the time in milliseconds.
	bound uuid := rpad(lpad(to_hex((extract(epoch FROM bound_at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;
BEGIN
	ALTER TABLE "webhook_attempts" RENAME TO "webhook_attempts_first";
	ALTER TABLE "webhook_attempts_first" RENAME CONSTRAINT "webhook_attempts_merchant_id_delivery_id_number_pk" TO "webhook_attempts_first_pk";
	ALTER INDEX "webhook_attempts_age" RENAME TO "webhook_attempts_first_age";
	CREATE TABLE "webhook_attempts" (LIKE "webhook_attempts_first" INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE ("delivery_id");
	ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_merchant_id_delivery_id_number_pk" PRIMARY KEY ("merchant_id", "delivery_id", "number");
	CREATE INDEX "webhook_attempts_age" ON "webhook_attempts" USING btree ("started_at");
	CREATE TABLE "webhook_attempts_default" PARTITION OF "webhook_attempts" DEFAULT;
	WITH later AS (DELETE FROM "webhook_attempts_first" WHERE "delivery_id" >= bound RETURNING *)
	INSERT INTO "webhook_attempts_default" SELECT * FROM later;
	EXECUTE format('ALTER TABLE "webhook_attempts" ATTACH PARTITION "webhook_attempts_first" FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END $$;
