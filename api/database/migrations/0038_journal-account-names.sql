CREATE TABLE "journal_account_names" (
	"merchant_id" uuid NOT NULL,
	"account" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "journal_account_names_merchant_id_account_pk" PRIMARY KEY("merchant_id","account")
);
--> statement-breakpoint
ALTER TABLE "journal_account_names" ADD CONSTRAINT "journal_account_names_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;