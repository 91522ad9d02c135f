CREATE TABLE "processor_turns" (
	"processor" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- A lost row costs nothing, and an unlogged one no flush of the disk.
ALTER TABLE "processor_turns" SET UNLOGGED;