-- Tables and columns get the standard names of docs/glossary.md. Nothing is rewritten but three short columns of values.
-- Locked in the order of a payment, so that a payment under way is waited for and not met half-way.
LOCK TABLE "payments", "payment_facts", "test_clocks", "outbox" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "attempts" RENAME TO "rate_limit_attempts";--> statement-breakpoint
ALTER INDEX "attempts_pkey" RENAME TO "rate_limit_attempts_pkey";--> statement-breakpoint
ALTER INDEX "attempts_key" RENAME TO "rate_limit_attempts_key";--> statement-breakpoint
ALTER INDEX "attempts_at" RENAME TO "rate_limit_attempts_at";--> statement-breakpoint
ALTER TABLE "payment_facts" RENAME TO "payment_stat_deltas";--> statement-breakpoint
ALTER INDEX "payment_facts_pkey" RENAME TO "payment_stat_deltas_pkey";--> statement-breakpoint
ALTER INDEX "payment_facts_day" RENAME TO "payment_stat_deltas_day";--> statement-breakpoint
ALTER SEQUENCE "payment_facts_id_seq" RENAME TO "payment_stat_deltas_id_seq";--> statement-breakpoint
ALTER TABLE "settlement_books" RENAME TO "payout_settings";--> statement-breakpoint
ALTER TABLE "payout_settings" RENAME CONSTRAINT "settlement_books_merchant_id_owner_id_pk" TO "payout_settings_merchant_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "payout_settings" RENAME COLUMN "gathered_on" TO "last_run_on";--> statement-breakpoint
ALTER TABLE "split_parties" RENAME TO "split_recipients";--> statement-breakpoint
ALTER INDEX "split_parties_pkey" RENAME TO "split_recipients_pkey";--> statement-breakpoint
ALTER INDEX "split_parties_list" RENAME TO "split_recipients_list";--> statement-breakpoint
ALTER INDEX "split_parties_pending" RENAME TO "split_recipients_pending";--> statement-breakpoint
ALTER INDEX "test_clocks_ahead" RENAME TO "test_clocks_offset";--> statement-breakpoint
ALTER TABLE "test_clocks" RENAME COLUMN "ahead_ms" TO "offset_ms";--> statement-breakpoint
ALTER TABLE "sandbox_charges" RENAME COLUMN "question" TO "challenge";--> statement-breakpoint
ALTER TABLE "sandbox_charges" RENAME COLUMN "tries_left" TO "attempts_left";--> statement-breakpoint
ALTER TABLE "mandates" RENAME COLUMN "otp_tries_left" TO "otp_attempts_left";--> statement-breakpoint
ALTER TABLE "disputes" RENAME COLUMN "answered_at" TO "responded_at";--> statement-breakpoint
ALTER TABLE "payment_links" RENAME COLUMN "farewell" TO "closed_message";--> statement-breakpoint
ALTER TABLE "payments" RENAME COLUMN "tries_left" TO "attempts_left";--> statement-breakpoint
ALTER TABLE "payouts" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "payment_shares" RENAME COLUMN "place" TO "position";--> statement-breakpoint
ALTER TABLE "share_returns" RENAME COLUMN "lent_kobo" TO "advanced_kobo";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" RENAME COLUMN "tries" TO "round_attempts";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" RENAME COLUMN "tried_since" TO "round_started_at";--> statement-breakpoint
ALTER TABLE "job_alerts" RENAME COLUMN "told_of" TO "alerted_up_to";--> statement-breakpoint
UPDATE "payouts" SET "status" = 'requested' WHERE "status" = 'asked';--> statement-breakpoint
UPDATE "ledger_accounts" SET "kind" = 'receivable' WHERE "kind" = 'owes';--> statement-breakpoint
UPDATE "ledger_accounts" SET "kind" = 'advance' WHERE "kind" = 'lent';--> statement-breakpoint
UPDATE "outbox" SET "payload" = "payload" - 'letter' || jsonb_build_object('template', "payload" -> 'letter') WHERE "payload" ? 'letter';--> statement-breakpoint
UPDATE "failed_jobs" SET "payload" = "payload" - 'letter' || jsonb_build_object('template', "payload" -> 'letter') WHERE "payload" ? 'letter';--> statement-breakpoint
-- Jobs under their new names. What waits in the queue goes back to the outbox; what runs by itself is scheduled again at the next start.
DO $$
DECLARE
	names jsonb := '{
		"change-party-accounts": "change-recipient-accounts",
		"check-books": "check-ledger",
		"fold-figures": "roll-up-payment-stats",
		"fold-ledger": "roll-up-ledger",
		"forget-old-webhooks": "purge-webhooks",
		"forget-the-old": "purge-expired",
		"gather-settlements": "create-settlements",
		"mail-news": "send-notification-email",
		"tell-of-charges": "notify-of-charges"
	}';
BEGIN
	UPDATE outbox SET job = names ->> job WHERE names ? job;
	UPDATE failed_jobs SET job = names ->> job WHERE names ? job;
	IF to_regclass('pgboss.job') IS NOT NULL THEN
		UPDATE pgboss.job SET data = jsonb_set(data #- '{payload,letter}', '{payload,template}', data #> '{payload,letter}')
			WHERE state < 'completed' AND data -> 'payload' ? 'letter';
		UPDATE pgboss.job SET source_name = names ->> source_name WHERE names ? source_name;
		INSERT INTO outbox (job, payload, merchant_id)
			SELECT names ->> name, data -> 'payload', (data ->> 'merchantId')::uuid FROM pgboss.job
			WHERE names ? name AND state < 'completed' AND jsonb_typeof(data -> 'payload') = 'object';
		DELETE FROM pgboss.schedule WHERE names ? name;
		PERFORM pgboss.delete_queue(name) FROM pgboss.queue WHERE names ? name;
	END IF;
END $$;
