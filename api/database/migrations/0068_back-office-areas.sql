CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"level" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"mode" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"servers" text[] NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "risk_alert_actions" (
	"alert_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "risk_alert_actions_alert_id_id_pk" PRIMARY KEY("alert_id","id")
);
--> statement-breakpoint
CREATE TABLE "risk_alerts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"mode" text NOT NULL,
	"source_id" uuid,
	"title" text NOT NULL,
	"subject_kind" text,
	"subject" text NOT NULL,
	"label" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"times" integer NOT NULL,
	"stopped" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"last_payment_id" uuid,
	"status" text NOT NULL,
	"outcome" text,
	"closed_by" text,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "risk_blocks" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"label" text NOT NULL,
	"mode" text NOT NULL,
	"reason" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"removed_by" text
);
--> statement-breakpoint
CREATE TABLE "risk_counts" (
	"rule_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"amount_kobo" bigint NOT NULL,
	CONSTRAINT "risk_counts_rule_id_subject_payment_id_pk" PRIMARY KEY("rule_id","subject","payment_id")
);
--> statement-breakpoint
CREATE TABLE "risk_rules" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"mode" text NOT NULL,
	"merchant_id" uuid,
	"subject" text NOT NULL,
	"metric" text NOT NULL,
	"window_minutes" integer NOT NULL,
	"maximum" bigint NOT NULL,
	"action" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "risk_rules_bounds" CHECK (window_minutes > 0 and maximum > 0)
);
--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "held_for" text;--> statement-breakpoint
CREATE INDEX "announcements_list" ON "announcements" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "announcements_end" ON "announcements" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "processes_seen" ON "processes" USING btree ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "risk_alerts_open" ON "risk_alerts" USING btree ("kind",coalesce(source_id, merchant_id),"merchant_id","subject") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "risk_alerts_list" ON "risk_alerts" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "risk_blocks_value" ON "risk_blocks" USING btree ("mode","kind","value") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "risk_blocks_list" ON "risk_blocks" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "risk_counts_window" ON "risk_counts" USING btree ("rule_id","subject","at");--> statement-breakpoint
CREATE INDEX "risk_counts_at" ON "risk_counts" USING btree ("at");