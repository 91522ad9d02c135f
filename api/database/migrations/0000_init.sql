CREATE TABLE "sandbox_charges" (
	"reference" text PRIMARY KEY NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"status" text NOT NULL,
	"card" text,
	"last4" text,
	"question" text,
	"tries_left" smallint,
	"declined" text,
	"page_token" text,
	"account_number" text,
	"account_expires_at" timestamp (3) with time zone,
	"offline_ref" text,
	"offline_by" text,
	"offline_expires_at" timestamp (3) with time zone,
	"paid_by" text,
	"charged_at" timestamp (3) with time zone,
	"token" text,
	CONSTRAINT "sandbox_charges_pageToken_unique" UNIQUE("page_token"),
	CONSTRAINT "sandbox_charges_accountNumber_unique" UNIQUE("account_number"),
	CONSTRAINT "sandbox_charges_offlineRef_unique" UNIQUE("offline_ref")
);
--> statement-breakpoint
CREATE TABLE "sandbox_mandates" (
	"reference" text PRIMARY KEY NOT NULL,
	"script" text NOT NULL,
	"status" text NOT NULL,
	"message" text,
	"account_number" text NOT NULL,
	"approves_at" timestamp (3) with time zone,
	"ready_at" timestamp (3) with time zone,
	"debits" integer DEFAULT 0 NOT NULL,
	"next_outcome" text,
	CONSTRAINT "sandbox_mandates_accountNumber_unique" UNIQUE("account_number")
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"reference" text PRIMARY KEY NOT NULL,
	"charge_reference" text NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"status" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"card" text NOT NULL,
	"last4" text NOT NULL,
	"good_until" timestamp (3) with time zone NOT NULL,
	"next_outcome" text
);
--> statement-breakpoint
CREATE TABLE "sandbox_transfers" (
	"reference" text PRIMARY KEY NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"bank_code" text NOT NULL,
	"account_number" text NOT NULL,
	"narration" text NOT NULL,
	"status" text NOT NULL,
	"message" text,
	"bank_reference" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"display" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid,
	"user_id" uuid,
	"actor_kind" text NOT NULL,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"object" text,
	"before" jsonb,
	"after" jsonb,
	"ip" text,
	"user_agent" text,
	"request_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"key" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ip" text,
	"user_agent" text,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text
);
--> statement-breakpoint
CREATE TABLE "bank_accounts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"bank_id" integer NOT NULL,
	"account_number" text NOT NULL,
	"account_name" text,
	"name_matches" boolean NOT NULL,
	"alias" text NOT NULL,
	"primary_account" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "customer_events" (
	"merchant_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "customer_events_merchant_id_customer_id_id_pk" PRIMARY KEY("merchant_id","customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"email" text collate "C" NOT NULL,
	"first_name" text,
	"last_name" text,
	"phone" text,
	"status" text DEFAULT 'active' NOT NULL,
	"blacklist_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"first_paid_at" timestamp (3) with time zone,
	"last_paid_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "customers_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "customers_email" UNIQUE("merchant_id","email")
);
--> statement-breakpoint
CREATE TABLE "mandate_debits" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"mandate_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"source" text NOT NULL,
	"occurrence" integer,
	"status" text NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"price_kobo" bigint NOT NULL,
	"narration" text NOT NULL,
	"due_on" date NOT NULL,
	"due_at" timestamp (3) with time zone,
	"notice_at" timestamp (3) with time zone,
	"noticed_at" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"payment_id" uuid,
	"failure_code" text,
	"failure_message" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "mandate_debits_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "mandate_debits_reference" UNIQUE("merchant_id","reference")
);
--> statement-breakpoint
CREATE TABLE "mandate_events" (
	"merchant_id" uuid NOT NULL,
	"mandate_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "mandate_events_merchant_id_mandate_id_id_pk" PRIMARY KEY("merchant_id","mandate_id","id")
);
--> statement-breakpoint
CREATE TABLE "mandates" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"slug" text NOT NULL,
	"reference" text collate "C" NOT NULL,
	"access_code" text NOT NULL,
	"status" text NOT NULL,
	"ready_to_debit" boolean DEFAULT false NOT NULL,
	"kind" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"customer_email" text collate "C" NOT NULL,
	"customer_name" text,
	"bank_id" integer NOT NULL,
	"sealed_account_number" text NOT NULL,
	"last4" text NOT NULL,
	"account_name" text NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"limit_kobo" bigint NOT NULL,
	"max_total_kobo" bigint,
	"frequency" text,
	"start_on" date NOT NULL,
	"end_on" date,
	"narration" text NOT NULL,
	"fee_bearer" text NOT NULL,
	"reason" text,
	"text_version" text,
	"consent_text" jsonb,
	"consent_ip" text,
	"consented_at" timestamp (3) with time zone,
	"otp_hash" text,
	"otp_tries_left" smallint,
	"otp_expires_at" timestamp (3) with time zone,
	"transfer_bank" text,
	"transfer_account_number" text,
	"transfer_account_name" text,
	"transfer_kobo" bigint,
	"transfer_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"authorized_at" timestamp (3) with time zone,
	"activated_at" timestamp (3) with time zone,
	"ready_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"since" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"planned" integer DEFAULT -1 NOT NULL,
	"debited_kobo" bigint DEFAULT 0 NOT NULL,
	"debits" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mandates_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "mandates_slug_unique" UNIQUE("slug"),
	CONSTRAINT "mandates_reference_unique" UNIQUE("reference"),
	CONSTRAINT "mandates_accessCode_unique" UNIQUE("access_code")
);
--> statement-breakpoint
CREATE TABLE "dispute_events" (
	"merchant_id" uuid NOT NULL,
	"dispute_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "dispute_events_list" UNIQUE("merchant_id","dispute_id","id")
);
--> statement-breakpoint
CREATE TABLE "dispute_evidence" (
	"merchant_id" uuid NOT NULL,
	"dispute_id" uuid NOT NULL,
	"type" text NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dispute_evidence_merchant_id_dispute_id_type_pk" PRIMARY KEY("merchant_id","dispute_id","type")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"payment_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"bank_reference" text NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"category" text NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"resolution" text,
	"message" text,
	"held_kobo" bigint DEFAULT 0 NOT NULL,
	"lost_kobo" bigint DEFAULT 0 NOT NULL,
	"owed_kobo" bigint DEFAULT 0 NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "disputes_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "disputes_reference_unique" UNIQUE("reference"),
	CONSTRAINT "disputes_bankReference_unique" UNIQUE("bank_reference")
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_events" (
	"merchant_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "invoice_events_merchant_id_invoice_id_id_pk" PRIMARY KEY("merchant_id","invoice_id","id")
);
--> statement-breakpoint
CREATE TABLE "invoice_payments" (
	"merchant_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"payment_id" uuid,
	"method" text NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"paid_on" date NOT NULL,
	"note" text,
	"recorded_by" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoice_payments_merchant_id_invoice_id_id_pk" PRIMARY KEY("merchant_id","invoice_id","id"),
	CONSTRAINT "invoice_payments_payment" UNIQUE("merchant_id","payment_id")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"number" integer NOT NULL,
	"reference" text NOT NULL,
	"status" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"customer_email" text collate "C" NOT NULL,
	"customer_name" text,
	"lines" jsonb NOT NULL,
	"discount" jsonb,
	"tax_basis_points" integer NOT NULL,
	"subtotal_kobo" bigint NOT NULL,
	"discount_kobo" bigint NOT NULL,
	"tax_kobo" bigint NOT NULL,
	"total_kobo" bigint NOT NULL,
	"paid_kobo" bigint DEFAULT 0 NOT NULL,
	"due_on" date NOT NULL,
	"note" text,
	"part_payment" boolean NOT NULL,
	"fee_bearer" text NOT NULL,
	"reminder_days" smallint[] NOT NULL,
	"next_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "invoices_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "invoices_reference_unique" UNIQUE("reference"),
	CONSTRAINT "invoices_number" UNIQUE("merchant_id","number")
);
--> statement-breakpoint
CREATE TABLE "kyc_items" (
	"merchant_id" uuid NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"submitted_at" timestamp (3) with time zone,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text,
	"sealed" text,
	"submitted" text,
	"file_id" uuid,
	CONSTRAINT "kyc_items_merchant_id_type_pk" PRIMARY KEY("merchant_id","type")
);
--> statement-breakpoint
CREATE TABLE "go_live_requests" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"requested_at" timestamp (3) with time zone,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"user_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_user_id_merchant_id_pk" PRIMARY KEY("user_id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"mode" text NOT NULL,
	"merchant_code" text NOT NULL,
	"business_name" text NOT NULL,
	"business_description" text,
	"business_phone" text,
	"business_email" text NOT NULL,
	"support_email" text,
	"chargeback_email" text,
	"business_type_id" integer,
	"category_id" integer,
	"country_id" integer NOT NULL,
	"state_id" integer,
	"city" text,
	"postal_code" text,
	"street_address" text,
	"fee_bearer" text DEFAULT 'merchant' NOT NULL,
	"logo_file_id" uuid,
	"test_merchant_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchants_merchantCode_unique" UNIQUE("merchant_code"),
	CONSTRAINT "merchants_testMerchantId_unique" UNIQUE("test_merchant_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"merchant_id" uuid,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"path" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_link_views" (
	"merchant_id" uuid NOT NULL,
	"payment_link_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" bigint NOT NULL,
	CONSTRAINT "payment_link_views_merchant_id_payment_link_id_day_pk" PRIMARY KEY("merchant_id","payment_link_id","day")
);
--> statement-breakpoint
CREATE TABLE "payment_links" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"plan_id" uuid,
	"description" text,
	"amount_kobo" bigint,
	"minimum_kobo" bigint,
	"fee_bearer" text NOT NULL,
	"custom_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"collect_phone" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"payment_limit" integer,
	"redirect_url" text,
	"success_message" text,
	"notification_email" text,
	"farewell" text,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_links_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "payment_links_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "payment_days" (
	"merchant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	"channel" text NOT NULL,
	"count" bigint NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"fee_kobo" bigint NOT NULL,
	"vat_kobo" bigint NOT NULL,
	"net_kobo" bigint NOT NULL,
	"refunded_kobo" bigint NOT NULL,
	CONSTRAINT "payment_days_merchant_id_day_status_channel_pk" PRIMARY KEY("merchant_id","day","status","channel")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"merchant_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "payment_events_merchant_id_payment_id_id_pk" PRIMARY KEY("merchant_id","payment_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_facts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_facts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	"channel" text NOT NULL,
	"count" bigint NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"fee_kobo" bigint NOT NULL,
	"vat_kobo" bigint NOT NULL,
	"net_kobo" bigint NOT NULL,
	"refunded_kobo" bigint NOT NULL,
	"payment_link_id" uuid
);
--> statement-breakpoint
CREATE TABLE "payment_link_totals" (
	"merchant_id" uuid NOT NULL,
	"payment_link_id" uuid NOT NULL,
	"started" bigint NOT NULL,
	"count" bigint NOT NULL,
	"amount_kobo" bigint NOT NULL,
	CONSTRAINT "payment_link_totals_merchant_id_payment_link_id_pk" PRIMARY KEY("merchant_id","payment_link_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"reference" text collate "C" NOT NULL,
	"access_code" text NOT NULL,
	"checkout_id" uuid,
	"payment_link_id" uuid,
	"invoice_id" uuid,
	"mandate_id" uuid,
	"plan_id" uuid,
	"subscription_id" uuid,
	"subscription_invoice_id" uuid,
	"saved_card_id" uuid,
	"is_card_check" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"step" text NOT NULL,
	"tries_left" smallint,
	"open_url" text,
	"channel" text,
	"price_kobo" bigint NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"fee_kobo" bigint DEFAULT 0 NOT NULL,
	"vat_kobo" bigint DEFAULT 0 NOT NULL,
	"net_kobo" bigint DEFAULT 0 NOT NULL,
	"refunded_kobo" bigint DEFAULT 0 NOT NULL,
	"fee_bearer" text NOT NULL,
	"customer_id" uuid,
	"customer_email" text collate "C" NOT NULL,
	"customer_name" text,
	"customer_phone" text,
	"card_brand" text,
	"card_bin" text,
	"card_last4" text,
	"card_expiry_month" smallint,
	"card_expiry_year" smallint,
	"card_bank" text,
	"transfer_bank" text,
	"transfer_account_number" text,
	"transfer_account_name" text,
	"transfer_expires_at" timestamp (3) with time zone,
	"sender_name" text,
	"sender_bank" text,
	"sender_account" text,
	"offline_code" text,
	"offline_expires_at" timestamp (3) with time zone,
	"returned_kobo" bigint,
	"returned_for" text,
	"processor_reference" text,
	"failure_code" text,
	"failure_message" text,
	"ip_address" text,
	"metadata" jsonb,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payments_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "payments_accessCode_unique" UNIQUE("access_code"),
	CONSTRAINT "payments_reference" UNIQUE("merchant_id","reference")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"interval" text NOT NULL,
	"charge_limit" integer,
	"trial_days" integer NOT NULL,
	"after_failure" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "plans_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "plans_code" UNIQUE("merchant_id","code")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"payment_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"payer_note" text,
	"note" text,
	"requested_by_kind" text NOT NULL,
	"requested_by" text NOT NULL,
	"from_pending_kobo" bigint DEFAULT 0 NOT NULL,
	"from_available_kobo" bigint DEFAULT 0 NOT NULL,
	"failure_message" text,
	"bank_id" integer,
	"account_number" text,
	"account_name" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "refunds_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_views_name" UNIQUE("merchant_id","user_id","list","name")
);
--> statement-breakpoint
CREATE TABLE "holidays" (
	"day" date PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"merchant_id" uuid NOT NULL,
	"settlement_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"reference" text NOT NULL,
	"bank_id" integer NOT NULL,
	"account_number" text NOT NULL,
	"account_name" text,
	"amount_kobo" bigint NOT NULL,
	"stamp_duty_kobo" bigint NOT NULL,
	"stamp_duty_bearer" text NOT NULL,
	"status" text NOT NULL,
	"message" text,
	"bank_reference" text,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "payouts_merchant_id_settlement_id_attempt_pk" PRIMARY KEY("merchant_id","settlement_id","attempt"),
	CONSTRAINT "payouts_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "settlement_books" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"gathered_on" date,
	"upto" "xid8" DEFAULT '0' NOT NULL,
	"reserve_bps" integer DEFAULT 0 NOT NULL,
	"reserve_days" integer DEFAULT 90 NOT NULL,
	"stamp_duty_bearer" text DEFAULT 'merchant' NOT NULL,
	"blocked_for" text
);
--> statement-breakpoint
CREATE TABLE "settlement_events" (
	"merchant_id" uuid NOT NULL,
	"settlement_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "settlement_events_list" UNIQUE("merchant_id","settlement_id","id")
);
--> statement-breakpoint
CREATE TABLE "settlement_lines" (
	"merchant_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"account" text NOT NULL,
	"settlement_id" uuid NOT NULL,
	"type" text NOT NULL,
	"payment_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"gross_kobo" bigint NOT NULL,
	"fee_kobo" bigint NOT NULL,
	"vat_kobo" bigint NOT NULL,
	"amount_kobo" bigint NOT NULL,
	CONSTRAINT "settlement_lines_merchant_id_entry_id_account_pk" PRIMARY KEY("merchant_id","entry_id","account")
);
--> statement-breakpoint
CREATE TABLE "settlement_reserves" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"settlement_id" uuid NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"release_at" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"reference" text NOT NULL,
	"status" text NOT NULL,
	"due_on" date NOT NULL,
	"first_day" date,
	"last_day" date,
	"payment_count" integer DEFAULT 0 NOT NULL,
	"line_count" integer DEFAULT 0 NOT NULL,
	"opening_kobo" bigint DEFAULT 0 NOT NULL,
	"gross_kobo" bigint DEFAULT 0 NOT NULL,
	"fees_kobo" bigint DEFAULT 0 NOT NULL,
	"vat_kobo" bigint DEFAULT 0 NOT NULL,
	"refunds_kobo" bigint DEFAULT 0 NOT NULL,
	"disputes_kobo" bigint DEFAULT 0 NOT NULL,
	"reserve_kobo" bigint DEFAULT 0 NOT NULL,
	"adjustments_kobo" bigint DEFAULT 0 NOT NULL,
	"total_kobo" bigint DEFAULT 0 NOT NULL,
	"stamp_duty_kobo" bigint DEFAULT 0 NOT NULL,
	"amount_kobo" bigint DEFAULT 0 NOT NULL,
	"narration" text NOT NULL,
	"bank_account_id" uuid,
	"bank_id" integer,
	"account_number" text,
	"account_name" text,
	"bank_reference" text,
	"hold_reason" text,
	"hold_message" text,
	"failure_message" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "settlements_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "settlements_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "saved_cards" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"customer_id" uuid NOT NULL,
	"sealed_token" text NOT NULL,
	"brand" text NOT NULL,
	"bin" text NOT NULL,
	"last4" text NOT NULL,
	"expiry_month" smallint NOT NULL,
	"expiry_year" smallint NOT NULL,
	"warn_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_cards_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "subscription_events" (
	"merchant_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "subscription_events_merchant_id_subscription_id_id_pk" PRIMARY KEY("merchant_id","subscription_id","id")
);
--> statement-breakpoint
CREATE TABLE "subscription_invoices" (
	"merchant_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"plan_name" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"price_kobo" bigint NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"credit_kobo" bigint NOT NULL,
	"due_kobo" bigint NOT NULL,
	"attempts" integer NOT NULL,
	"payment_id" uuid,
	"failure_code" text,
	"failure_message" text,
	"first_failed_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"last_chance_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscription_invoices_merchant_id_subscription_id_id_pk" PRIMARY KEY("merchant_id","subscription_id","id"),
	CONSTRAINT "subscription_invoices_number" UNIQUE("merchant_id","subscription_id","number")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"merchant_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"access_code" text NOT NULL,
	"status" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"next_plan_id" uuid,
	"payment_link_id" uuid,
	"customer_id" uuid NOT NULL,
	"customer_email" text collate "C" NOT NULL,
	"customer_name" text,
	"saved_card_id" uuid,
	"amount_kobo" bigint NOT NULL,
	"charge_limit" integer,
	"is_trial" boolean NOT NULL,
	"trial_ends_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"anchor_at" timestamp (3) with time zone NOT NULL,
	"step" integer NOT NULL,
	"period_starts_at" timestamp (3) with time zone NOT NULL,
	"period_ends_at" timestamp (3) with time zone NOT NULL,
	"stretch_starts_at" timestamp (3) with time zone NOT NULL,
	"stretch_kobo" bigint NOT NULL,
	"charges" integer NOT NULL,
	"invoices" integer NOT NULL,
	"credit_kobo" bigint DEFAULT 0 NOT NULL,
	"collected_kobo" bigint DEFAULT 0 NOT NULL,
	"open_invoice_id" uuid,
	"due_at" timestamp (3) with time zone,
	"end_reason" text,
	"end_note" text,
	"cancelled_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"link_mailed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscriptions_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "subscriptions_accessCode_unique" UNIQUE("access_code"),
	CONSTRAINT "subscriptions_code" UNIQUE("merchant_id","code")
);
--> statement-breakpoint
CREATE TABLE "clock_moves" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"moved_by" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"stops" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"stop_count" integer DEFAULT 0 NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_clocks" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"ahead_ms" bigint DEFAULT 0 NOT NULL,
	"move_id" uuid
);
--> statement-breakpoint
CREATE TABLE "email_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"phone" text,
	"email_verified_at" timestamp (3) with time zone,
	"mode_type" text DEFAULT 'TEST' NOT NULL,
	"totp_secret" text,
	"totp_enabled_at" timestamp (3) with time zone,
	"totp_step" bigint,
	"notification_preferences" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"owner" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" jsonb,
	"started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_owner_key_pk" PRIMARY KEY("owner","key")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job" text NOT NULL,
	"payload" jsonb NOT NULL,
	"key" text,
	"merchant_id" uuid,
	"run_at" timestamp (3) with time zone DEFAULT '-infinity' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"owner" text NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "ledger_accounts_owner_kind" UNIQUE("owner","kind")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"reference" text NOT NULL,
	"description" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "ledger_lines" (
	"entry_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "ledger_lines_entry_id_account_id_pk" PRIMARY KEY("entry_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_snapshots" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"balance_kobo" bigint NOT NULL,
	"upto" "xid8" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_counters" ADD CONSTRAINT "invoice_counters_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_items" ADD CONSTRAINT "kyc_items_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "go_live_requests" ADD CONSTRAINT "go_live_requests_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clock_moves" ADD CONSTRAINT "clock_moves_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_clocks" ADD CONSTRAINT "test_clocks_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_merchant" ON "api_keys" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_events_merchant" ON "audit_events" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_events_user" ON "audit_events" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "attempts_key" ON "attempts" USING btree ("key","at");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "bank_accounts_merchant" ON "bank_accounts" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_accounts_one_primary" ON "bank_accounts" USING btree ("merchant_id") WHERE primary_account and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_accounts_number" ON "bank_accounts" USING btree ("merchant_id","bank_id","account_number") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_list" ON "customers" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customers_status" ON "customers" USING btree ("merchant_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customers_first_name" ON "customers" USING btree ("merchant_id",lower(first_name) collate "C");--> statement-breakpoint
CREATE INDEX "customers_last_name" ON "customers" USING btree ("merchant_id",lower(last_name) collate "C");--> statement-breakpoint
CREATE UNIQUE INDEX "mandate_debits_occurrence" ON "mandate_debits" USING btree ("merchant_id","mandate_id","occurrence") WHERE occurrence is not null;--> statement-breakpoint
CREATE INDEX "mandate_debits_list" ON "mandate_debits" USING btree ("merchant_id","mandate_id","due_on","id");--> statement-breakpoint
CREATE INDEX "mandate_debits_open" ON "mandate_debits" USING btree ("merchant_id","due_on","id") WHERE status in ('scheduled', 'retrying');--> statement-breakpoint
CREATE INDEX "mandate_debits_due" ON "mandate_debits" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "mandate_debits_due_of_business" ON "mandate_debits" USING btree ("merchant_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "mandate_debits_notice" ON "mandate_debits" USING btree ("notice_at") WHERE notice_at is not null;--> statement-breakpoint
CREATE INDEX "mandate_debits_notice_of_business" ON "mandate_debits" USING btree ("merchant_id","notice_at") WHERE notice_at is not null;--> statement-breakpoint
CREATE INDEX "mandates_list" ON "mandates" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mandates_status" ON "mandates" USING btree ("merchant_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mandates_customer" ON "mandates" USING btree ("merchant_id","customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mandates_email" ON "mandates" USING btree ("merchant_id","customer_email");--> statement-breakpoint
CREATE INDEX "mandates_name" ON "mandates" USING btree ("merchant_id",lower(customer_name) collate "C");--> statement-breakpoint
CREATE INDEX "mandates_due" ON "mandates" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "mandates_due_of_business" ON "mandates" USING btree ("merchant_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "disputes_list" ON "disputes" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("merchant_id","payment_id");--> statement-breakpoint
CREATE INDEX "disputes_short" ON "disputes" USING btree ("created_at") WHERE owed_kobo > 0 or (resolved_at is null and held_kobo < amount_kobo);--> statement-breakpoint
CREATE INDEX "invoices_list" ON "invoices" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_status" ON "invoices" USING btree ("merchant_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_customer" ON "invoices" USING btree ("merchant_id","customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_email" ON "invoices" USING btree ("merchant_id","customer_email");--> statement-breakpoint
CREATE INDEX "invoices_name" ON "invoices" USING btree ("merchant_id",lower(customer_name) collate "C");--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "memberships_merchant" ON "memberships" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payment_links_list" ON "payment_links" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payment_links_plan" ON "payment_links" USING btree ("merchant_id","plan_id") WHERE plan_id is not null;--> statement-breakpoint
CREATE INDEX "payment_facts_day" ON "payment_facts" USING btree ("merchant_id","day");--> statement-breakpoint
CREATE INDEX "payments_list" ON "payments" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_status" ON "payments" USING btree ("merchant_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"channel");--> statement-breakpoint
CREATE INDEX "payments_channel" ON "payments" USING btree ("merchant_id","channel","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status");--> statement-breakpoint
CREATE INDEX "payments_email" ON "payments" USING btree ("merchant_id","customer_email","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status");--> statement-breakpoint
CREATE INDEX "payments_amount" ON "payments" USING btree ("merchant_id","amount_kobo","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status");--> statement-breakpoint
CREATE INDEX "payments_last4" ON "payments" USING btree ("merchant_id","card_last4","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE card_last4 is not null;--> statement-breakpoint
CREATE INDEX "payments_link" ON "payments" USING btree ("merchant_id","payment_link_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status") WHERE payment_link_id is not null;--> statement-breakpoint
CREATE INDEX "payments_mandate" ON "payments" USING btree ("merchant_id","mandate_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE mandate_id is not null;--> statement-breakpoint
CREATE INDEX "payments_subscription" ON "payments" USING btree ("merchant_id","subscription_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE subscription_id is not null;--> statement-breakpoint
CREATE INDEX "payments_checkout" ON "payments" USING btree ("merchant_id","checkout_id") WHERE checkout_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_processor_reference" ON "payments" USING btree ("processor_reference") WHERE processor_reference is not null;--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "plans_list" ON "plans" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_reference" ON "refunds" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "refunds_list" ON "refunds" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "refunds_status" ON "refunds" USING btree ("merchant_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("merchant_id","payment_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "settlement_lines_list" ON "settlement_lines" USING btree ("merchant_id","settlement_id","at","entry_id");--> statement-breakpoint
CREATE INDEX "settlement_lines_payment" ON "settlement_lines" USING btree ("merchant_id","payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "settlement_reserves_due" ON "settlement_reserves" USING btree ("release_at") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "settlement_reserves_merchant" ON "settlement_reserves" USING btree ("merchant_id","release_at") WHERE released_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_one_open" ON "settlements" USING btree ("merchant_id") WHERE status <> 'success';--> statement-breakpoint
CREATE INDEX "settlements_list" ON "settlements" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "settlements_status" ON "settlements" USING btree ("merchant_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "settlements_due_on" ON "settlements" USING btree ("merchant_id","due_on");--> statement-breakpoint
CREATE INDEX "settlements_next" ON "settlements" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "saved_cards_customer" ON "saved_cards" USING btree ("merchant_id","customer_id");--> statement-breakpoint
CREATE INDEX "saved_cards_expiring" ON "saved_cards" USING btree ("warn_at") WHERE warn_at is not null;--> statement-breakpoint
CREATE INDEX "saved_cards_expiring_of_merchant" ON "saved_cards" USING btree ("merchant_id","warn_at") WHERE warn_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_list" ON "subscriptions" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subscriptions_status" ON "subscriptions" USING btree ("merchant_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subscriptions_plan" ON "subscriptions" USING btree ("merchant_id","plan_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subscriptions_customer" ON "subscriptions" USING btree ("merchant_id","customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_email" ON "subscriptions" USING btree ("merchant_id","customer_email");--> statement-breakpoint
CREATE INDEX "subscriptions_due" ON "subscriptions" USING btree ("due_at","merchant_id","id") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_due_of_merchant" ON "subscriptions" USING btree ("merchant_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "clock_moves_list" ON "clock_moves" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "clock_moves_one" ON "clock_moves" USING btree ("merchant_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "test_clocks_ahead" ON "test_clocks" USING btree ("merchant_id") WHERE ahead_ms > 0 and move_id is null;--> statement-breakpoint
CREATE INDEX "email_tokens_user" ON "email_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "files_merchant" ON "files" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("run_at","id");--> statement-breakpoint
CREATE INDEX "outbox_of_business" ON "outbox" USING btree ("merchant_id","run_at","id") WHERE merchant_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_lines_account" ON "ledger_lines" USING btree ("account_id","xid","amount_kobo");