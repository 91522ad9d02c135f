-- What payments store of their channels becomes one column. The table is written once, with its indexes: nobody reads or changes payments until
-- then (ACCESS EXCLUSIVE): minutes, not seconds, for five million rows. The column of the card's brand becomes the new one, because only a column that
-- exists can be computed from others without writing the table twice. A lock that cannot be had is waited for in short attempts.
LOCK TABLE "payments" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "payments"
	ALTER COLUMN "card_brand" TYPE jsonb USING
		CASE WHEN "card_brand" IS NULL THEN '{}' ELSE jsonb_build_object('card', jsonb_build_object(
			'brand', "card_brand", 'bin', "card_bin", 'expiryMonth', "card_expiry_month", 'expiryYear', "card_expiry_year", 'bank', "card_bank")) END
		|| CASE WHEN "transfer_account_number" IS NULL THEN '{}' ELSE jsonb_build_object('bank_transfer', jsonb_build_object(
			'bankName', "transfer_bank", 'accountNumber', "transfer_account_number", 'accountName', "transfer_account_name",
			'expiresAt', to_char("transfer_expires_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
			'senderName', CASE WHEN "channel" = 'bank_transfer' THEN "sender_name" END,
			'senderBank', CASE WHEN "channel" = 'bank_transfer' THEN "sender_bank" END)) END
		|| CASE WHEN "offline_code" IS NULL OR left("offline_code", 1) <> '*' THEN '{}' ELSE jsonb_build_object('ussd', jsonb_build_object(
			'code', "offline_code", 'bankName', CASE WHEN "channel" = 'ussd' THEN "sender_bank" END,
			'expiresAt', to_char("offline_expires_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) END
		|| CASE WHEN "offline_code" IS NULL OR left("offline_code", 1) = '*' THEN '{}' ELSE jsonb_build_object('qr', jsonb_build_object(
			'code', "offline_code",
			'expiresAt', to_char("offline_expires_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) END
		|| CASE WHEN "channel" IN ('bank_account', 'direct_debit') AND ("sender_bank" IS NOT NULL OR "sender_account" IS NOT NULL)
			THEN jsonb_build_object("channel", jsonb_build_object('bankName', "sender_bank", 'last4', "sender_account")) ELSE '{}' END,
	ALTER COLUMN "card_brand" SET DEFAULT '{}',
	ALTER COLUMN "card_brand" SET NOT NULL,
	ADD CONSTRAINT "payments_channel_details" CHECK (jsonb_typeof("card_brand") = 'object');--> statement-breakpoint
ALTER TABLE "payments" RENAME COLUMN "card_brand" TO "channel_details";--> statement-breakpoint
ALTER TABLE "payments"
	DROP COLUMN "card_bin", DROP COLUMN "card_expiry_month", DROP COLUMN "card_expiry_year", DROP COLUMN "card_bank",
	DROP COLUMN "transfer_bank", DROP COLUMN "transfer_account_number", DROP COLUMN "transfer_account_name",
	DROP COLUMN "transfer_expires_at", DROP COLUMN "sender_name", DROP COLUMN "sender_bank", DROP COLUMN "sender_account",
	DROP COLUMN "offline_code", DROP COLUMN "offline_expires_at";
