CREATE TABLE "request_log" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"method" text NOT NULL,
	"path" text collate "C" NOT NULL,
	"query" text,
	"status" smallint NOT NULL,
	"ms" integer NOT NULL,
	"request_id" uuid NOT NULL,
	"last4" text NOT NULL,
	"ip" text,
	"user_agent" text,
	"request" text,
	"response" text,
	CONSTRAINT "request_log_merchant_id_created_at_id_pk" PRIMARY KEY("merchant_id","created_at","id")
);
