ALTER TABLE "merchants" ADD COLUMN "second_factor_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "risk_alerts" ADD COLUMN "mailed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "risk_alerts_unmailed" ON "risk_alerts" USING btree ("id") WHERE mailed_at is null and status = 'open';