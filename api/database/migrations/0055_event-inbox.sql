CREATE TABLE "rejected_events" (
	"processor" text NOT NULL,
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rejected_events_processor_day_reason_pk" PRIMARY KEY("processor","day","reason")
);
--> statement-breakpoint
ALTER TABLE "processor_events" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "processor_events" ADD COLUMN "reference" text;