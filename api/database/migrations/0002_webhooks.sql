CREATE TABLE "webhook_attempts" (
	"merchant_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer,
	"url" text NOT NULL,
	"request_headers" jsonb NOT NULL,
	"status" integer,
	"response_headers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"response_body" text,
	"response_is_cut" boolean DEFAULT false NOT NULL,
	"failure" text,
	CONSTRAINT "webhook_attempts_merchant_id_delivery_id_number_pk" PRIMARY KEY("merchant_id","delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"type" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"tried_since" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_status" integer,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"events" text[],
	"enabled" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"sealed_secret" text NOT NULL,
	"secret_hint" text NOT NULL,
	"sealed_old_secret" text,
	"old_secret_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"type" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "webhook_events_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_listeners" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_listeners_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempts_age" ON "webhook_attempts" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_merchant" ON "webhook_deliveries" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("merchant_id","endpoint_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("merchant_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_merchant" ON "webhook_endpoints" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_events_heard" ON "webhook_events" USING btree ("merchant_id","xid","place");--> statement-breakpoint
CREATE INDEX "webhook_events_age" ON "webhook_events" USING btree ("created_at");