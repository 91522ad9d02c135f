ALTER TABLE "charges" ADD COLUMN "save_card" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "saves_card" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_cards" ADD COLUMN "is_reusable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_cards" ADD COLUMN "consent_text" text;--> statement-breakpoint
CREATE INDEX "saved_cards_list" ON "saved_cards" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_reusable;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_cards_same" ON "saved_cards" USING btree ("merchant_id","customer_id","bin","last4","expiry_month","expiry_year") WHERE is_reusable;