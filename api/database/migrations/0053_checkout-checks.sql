CREATE TABLE "checkout_checks" (
	"day" date PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"differences" jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL
);
