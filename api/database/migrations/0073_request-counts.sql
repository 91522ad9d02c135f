CREATE TABLE "request_counts" (
	"caller" text NOT NULL,
	"time_window" integer NOT NULL,
	"requests" integer NOT NULL,
	CONSTRAINT "request_counts_caller_time_window_pk" PRIMARY KEY("caller","time_window")
);
--> statement-breakpoint
CREATE INDEX "request_counts_window" ON "request_counts" USING btree ("time_window");
--> statement-breakpoint
-- A lost row costs nothing, and an unlogged one no flush of the disk.
ALTER TABLE "request_counts" SET UNLOGGED;