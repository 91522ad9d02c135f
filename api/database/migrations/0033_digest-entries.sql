CREATE TABLE "digest_entries" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "digest_entries_due" ON "digest_entries" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "digest_entries_due_of_business" ON "digest_entries" USING btree ("merchant_id","due_at");