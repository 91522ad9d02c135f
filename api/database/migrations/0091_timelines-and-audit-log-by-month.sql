-- Timelines and audit log become partitioned by month (decision 107), like the request log. The table of before is the first partition, as
-- it is. With a validated check constraint of `early-bounds.ts`, which has the bound, no row is read; otherwise the table is read once.
-- In the order in which transactions write to them, so that none waits for the other in turn.
LOCK TABLE "audit_events", "timeline_events" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
DO $$
DECLARE
	early text := (SELECT pg_get_constraintdef("oid") FROM "pg_constraint" WHERE "conrelid" = 'timeline_events'::regclass
		AND "conname" = 'timeline_events_early_bound' AND "convalidated");
	bound_at timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '3 months') at time zone 'UTC';
	bound uuid := coalesce(substring(early FROM '''([0-9a-f-]{36})''')::uuid,
		rpad(lpad(to_hex((extract(epoch FROM bound_at) * 1000)::bigint), 12, '0'), 32, '0')::uuid);
BEGIN
	ALTER TABLE "timeline_events" RENAME TO "timeline_events_first";
	ALTER TABLE "timeline_events_first" RENAME CONSTRAINT "timeline_events_merchant_id_subject_id_id_pk" TO "timeline_events_first_pk";
	CREATE TABLE "timeline_events" (LIKE "timeline_events_first" INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE ("subject_id");
	ALTER TABLE "timeline_events" ADD CONSTRAINT "timeline_events_merchant_id_subject_id_id_pk" PRIMARY KEY ("merchant_id", "subject_id", "id");
	CREATE TABLE "timeline_events_default" PARTITION OF "timeline_events" DEFAULT;
	IF early IS NULL THEN
		WITH later AS (DELETE FROM "timeline_events_first" WHERE "subject_id" >= bound RETURNING *)
		INSERT INTO "timeline_events_default" SELECT * FROM later;
	END IF;
	EXECUTE format('ALTER TABLE "timeline_events" ATTACH PARTITION "timeline_events_first" FOR VALUES FROM (MINVALUE) TO (%L)', bound);
	ALTER TABLE "timeline_events_first" DROP CONSTRAINT IF EXISTS "timeline_events_early_bound";
END $$;
--> statement-breakpoint
DO $$
DECLARE
	early text := (SELECT pg_get_constraintdef("oid") FROM "pg_constraint" WHERE "conrelid" = 'audit_events'::regclass
		AND "conname" = 'audit_events_early_bound' AND "convalidated");
	bound_at timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '3 months') at time zone 'UTC';
	bound uuid := coalesce(substring(early FROM '''([0-9a-f-]{36})''')::uuid,
		rpad(lpad(to_hex((extract(epoch FROM bound_at) * 1000)::bigint), 12, '0'), 32, '0')::uuid);
BEGIN
	ALTER TABLE "audit_events" RENAME TO "audit_events_first";
	ALTER TABLE "audit_events_first" RENAME CONSTRAINT "audit_events_pkey" TO "audit_events_first_pk";
	ALTER INDEX "audit_events_position" RENAME TO "audit_events_first_position";
	ALTER INDEX "audit_events_unlinked" RENAME TO "audit_events_first_unlinked";
	ALTER INDEX "audit_events_merchant" RENAME TO "audit_events_first_merchant";
	ALTER INDEX "audit_events_user" RENAME TO "audit_events_first_user";
	CREATE TABLE "audit_events" (LIKE "audit_events_first" INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE ("id");
	ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id");
	CREATE INDEX "audit_events_unlinked" ON "audit_events" USING btree ("id") WHERE position is null;
	CREATE INDEX "audit_events_merchant" ON "audit_events" USING btree ("merchant_id", "created_at" DESC NULLS FIRST, "id" DESC NULLS FIRST);
	CREATE INDEX "audit_events_user" ON "audit_events" USING btree ("user_id", "created_at" DESC NULLS FIRST, "id" DESC NULLS FIRST);
	CREATE TABLE "audit_events_default" PARTITION OF "audit_events" DEFAULT;
	-- A unique index of the whole table would need the id, by which rows are assigned: each partition has its own.
	CREATE UNIQUE INDEX "audit_events_default_position" ON "audit_events_default"
		USING btree (coalesce("merchant_id", "user_id", '00000000-0000-0000-0000-000000000000'), "position") WHERE position is not null;
	IF early IS NULL THEN
		WITH later AS (DELETE FROM "audit_events_first" WHERE "id" >= bound RETURNING *)
		INSERT INTO "audit_events_default" SELECT * FROM later;
	END IF;
	EXECUTE format('ALTER TABLE "audit_events" ATTACH PARTITION "audit_events_first" FOR VALUES FROM (MINVALUE) TO (%L)', bound);
	ALTER TABLE "audit_events_first" DROP CONSTRAINT IF EXISTS "audit_events_early_bound";
END $$;
