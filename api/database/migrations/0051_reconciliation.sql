CREATE TABLE "bank_lines" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account" text NOT NULL,
	"hash" text NOT NULL,
	"day" date NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"narration" text NOT NULL,
	"bank_reference" text,
	"processor" text,
	"settlement_id" text,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bank_lines_hash" UNIQUE("account","hash"),
	CONSTRAINT "bank_lines_settlement" UNIQUE("processor","settlement_id")
);
--> statement-breakpoint
CREATE TABLE "processor_records" (
	"processor" text NOT NULL,
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"reference" text,
	"charge_reference" text,
	"charge_id" text,
	"amount_kobo" bigint NOT NULL,
	"currency" text NOT NULL,
	"fee_kobo" bigint NOT NULL,
	"expected_fee_kobo" bigint,
	"status" text NOT NULL,
	"is_of_dispute" boolean NOT NULL,
	"settlement_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	"booked_fee_kobo" bigint NOT NULL,
	"booked_transfer_kobo" bigint NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "processor_records_processor_kind_record_id_pk" PRIMARY KEY("processor","kind","record_id")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_items" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "reconciliation_items_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"processor" text,
	"kind" text NOT NULL,
	"discrepancy" text NOT NULL,
	"subject" text NOT NULL,
	"reference" text,
	"day" date NOT NULL,
	"ours_kobo" bigint,
	"theirs_kobo" bigint,
	"effect_kobo" bigint NOT NULL,
	"status" text NOT NULL,
	"explanation" text,
	"explained_by" text,
	"found_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reconciliation_items_subject" UNIQUE NULLS NOT DISTINCT("processor","kind","discrepancy","subject"),
	CONSTRAINT "reconciliation_items_number" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"record_count" integer DEFAULT 0 NOT NULL,
	"open_items" integer DEFAULT 0 NOT NULL,
	"balance_kobo" bigint,
	"expected_kobo" bigint
);
--> statement-breakpoint
CREATE INDEX "bank_lines_day" ON "bank_lines" USING btree ("day");--> statement-breakpoint
CREATE INDEX "processor_records_reference" ON "processor_records" USING btree ("processor","kind","reference","at","record_id");--> statement-breakpoint
CREATE INDEX "processor_records_at" ON "processor_records" USING btree ("processor","kind","at");--> statement-breakpoint
CREATE INDEX "processor_records_settlement" ON "processor_records" USING btree ("processor","settlement_id") WHERE settlement_id is not null;--> statement-breakpoint
CREATE INDEX "reconciliation_items_list" ON "reconciliation_items" USING btree ("status","day");--> statement-breakpoint
CREATE INDEX "reconciliation_items_day" ON "reconciliation_items" USING btree ("processor","kind","day") WHERE status <> 'gone';--> statement-breakpoint
CREATE INDEX "reconciliations_list" ON "reconciliations" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "payments_live_paid" ON "payments" USING btree ("processor","paid_at") WHERE processor <> 'sandbox' and paid_at is not null;--> statement-breakpoint
CREATE INDEX "refunds_created" ON "refunds" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payouts_requested" ON "payouts" USING btree ("processor","requested_at");