CREATE TABLE "processor_calls" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"processor_reference" text NOT NULL,
	"call" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"outcome" text,
	"detail" text
);
--> statement-breakpoint
CREATE INDEX "processor_calls_payment" ON "processor_calls" USING btree ("processor_reference","sent_at");--> statement-breakpoint
CREATE INDEX "processor_calls_sent" ON "processor_calls" USING btree ("sent_at");