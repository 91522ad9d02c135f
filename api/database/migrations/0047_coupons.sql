CREATE TABLE "coupons" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"code" text,
	"status" text NOT NULL,
	"percent_off" integer,
	"amount_off_kobo" bigint,
	"charges" integer,
	"ends_on" date,
	"redemption_limit" integer,
	"redemptions" integer DEFAULT 0 NOT NULL,
	"plan_ids" uuid[],
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "coupons_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
ALTER TABLE "subscription_invoices" ADD COLUMN "discount_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "coupon_id" uuid;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "percent_off" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "amount_off_kobo" bigint;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "discount_charges_left" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "discount_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code" ON "coupons" USING btree ("merchant_id","code") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "coupons_list" ON "coupons" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subscriptions_coupon" ON "subscriptions" USING btree ("merchant_id","coupon_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE coupon_id is not null;