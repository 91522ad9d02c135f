CREATE TABLE "failed_jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "failed_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"state" text NOT NULL,
	"job" text NOT NULL,
	"payload" jsonb NOT NULL,
	"key" text,
	"merchant_id" uuid,
	"attempts" integer NOT NULL,
	"error" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	"resolution" text,
	"resolved_by" text,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "job_alerts" (
	"id" integer PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"told_of" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "failed_jobs_open" ON "failed_jobs" USING btree ("state","job","key") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "failed_jobs_resolved" ON "failed_jobs" USING btree ("resolved_at") WHERE resolved_at is not null;