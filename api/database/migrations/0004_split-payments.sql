CREATE TABLE "payment_shares" (
	"merchant_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"split_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"gross_kobo" bigint NOT NULL,
	"charge_kobo" bigint NOT NULL,
	"net_kobo" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_shares_merchant_id_payment_id_owner_id_pk" PRIMARY KEY("merchant_id","payment_id","owner_id")
);
--> statement-breakpoint
CREATE TABLE "share_returns" (
	"merchant_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"part_kobo" bigint NOT NULL,
	"from_pending_kobo" bigint DEFAULT 0 NOT NULL,
	"from_available_kobo" bigint DEFAULT 0 NOT NULL,
	"lent_kobo" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "share_returns_merchant_id_source_id_owner_id_pk" PRIMARY KEY("merchant_id","source_id","owner_id")
);
--> statement-breakpoint
CREATE TABLE "split_parties" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"bank_id" integer NOT NULL,
	"account_number" text NOT NULL,
	"account_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "splits" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"type" text NOT NULL,
	"fee_bearer" text NOT NULL,
	"bearer_party_id" uuid,
	"shares" jsonb NOT NULL,
	"first_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "splits_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "splits_code_unique" UNIQUE("code")
);
--> statement-breakpoint
DROP INDEX "settlements_one_open";--> statement-breakpoint
DROP INDEX "settlements_list";--> statement-breakpoint
DROP INDEX "settlements_status";--> statement-breakpoint
DROP INDEX "settlements_due_on";--> statement-breakpoint
ALTER TABLE "settlement_lines" DROP CONSTRAINT "settlement_lines_merchant_id_entry_id_account_pk";--> statement-breakpoint
ALTER TABLE "settlement_books" DROP CONSTRAINT "settlement_books_pkey";--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "split_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "split_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "split_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "shared_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "split" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "split_id" uuid;--> statement-breakpoint
ALTER TABLE "settlement_books" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
UPDATE "settlement_books" SET "owner_id" = "merchant_id";--> statement-breakpoint
ALTER TABLE "settlement_books" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
UPDATE "settlement_lines" SET "owner_id" = "merchant_id";--> statement-breakpoint
ALTER TABLE "settlement_lines" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
UPDATE "settlements" SET "owner_id" = "merchant_id";--> statement-breakpoint
ALTER TABLE "settlements" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "shares_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement_books" ADD CONSTRAINT "settlement_books_merchant_id_owner_id_pk" PRIMARY KEY("merchant_id","owner_id");--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_merchant_id_entry_id_owner_id_account_pk" PRIMARY KEY("merchant_id","entry_id","owner_id","account");--> statement-breakpoint
CREATE INDEX "payment_shares_split" ON "payment_shares" USING btree ("merchant_id","split_id","at" DESC NULLS FIRST,"payment_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payment_shares_owner" ON "payment_shares" USING btree ("merchant_id","owner_id","at" DESC NULLS FIRST,"payment_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "share_returns_payment" ON "share_returns" USING btree ("merchant_id","payment_id");--> statement-breakpoint
CREATE INDEX "split_parties_list" ON "split_parties" USING btree ("merchant_id","name","id");--> statement-breakpoint
CREATE INDEX "splits_list" ON "splits" USING btree ("merchant_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_split" ON "payments" USING btree ("merchant_id","split_id") WHERE split_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_one_open" ON "settlements" USING btree ("merchant_id","owner_id") WHERE status <> 'success';--> statement-breakpoint
CREATE INDEX "settlements_list" ON "settlements" USING btree ("merchant_id","owner_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "settlements_status" ON "settlements" USING btree ("merchant_id","owner_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "settlements_due_on" ON "settlements" USING btree ("merchant_id","owner_id","due_on");