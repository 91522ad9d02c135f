-- Primary keys with the merchant (decision 96). The tables are small: a business has some tens of schedules.
-- Processes lock a schedule, then its recipients.
LOCK TABLE "report_schedules" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "report_recipients" ADD COLUMN "merchant_id" uuid;--> statement-breakpoint
UPDATE "report_recipients" recipient SET merchant_id = schedule.merchant_id FROM "report_schedules" schedule WHERE schedule.id = recipient.schedule_id;--> statement-breakpoint
ALTER TABLE "report_recipients" DROP CONSTRAINT "report_recipients_schedule_id_report_schedules_id_fk";--> statement-breakpoint
ALTER TABLE "report_recipients" DROP CONSTRAINT "report_recipients_schedule_id_user_id_pk", ALTER COLUMN "merchant_id" SET NOT NULL, ADD CONSTRAINT "report_recipients_merchant_id_schedule_id_user_id_pk" PRIMARY KEY("merchant_id","schedule_id","user_id");--> statement-breakpoint
ALTER TABLE "report_schedules" DROP CONSTRAINT "report_schedules_pkey", ADD CONSTRAINT "report_schedules_merchant_id_id_pk" PRIMARY KEY("merchant_id","id");--> statement-breakpoint
ALTER TABLE "report_recipients" ADD CONSTRAINT "report_recipients_schedule" FOREIGN KEY ("merchant_id","schedule_id") REFERENCES "public"."report_schedules"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Processes of the version before add recipients without the merchant.
CREATE OR REPLACE FUNCTION set_merchant_of_report_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT merchant_id INTO NEW.merchant_id FROM report_schedules WHERE id = NEW.schedule_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER report_recipients_merchant BEFORE INSERT ON report_recipients FOR EACH ROW WHEN (NEW.merchant_id IS NULL)
  EXECUTE FUNCTION set_merchant_of_report_recipient();
