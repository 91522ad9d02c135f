CREATE TABLE "audit_chains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"length" integer NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "position" integer;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_events_position" ON "audit_events" USING btree (coalesce(merchant_id, user_id, '00000000-0000-0000-0000-000000000000'),"position") WHERE position is not null;--> statement-breakpoint
CREATE INDEX "audit_events_unlinked" ON "audit_events" USING btree ("id") WHERE position is null;