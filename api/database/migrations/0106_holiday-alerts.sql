CREATE TABLE "holiday_alerts" (
	"kind" text PRIMARY KEY NOT NULL,
	"about" text NOT NULL,
	"sent_on" date NOT NULL
);
