-- The sandbox stores channels under the names of the public API. Only payments of test mode have rows here. No table is locked; a row that a
-- payment under way has locked is waited for.
UPDATE "sandbox_charges" SET "paid_by" = CASE "paid_by" WHEN 'transfer' THEN 'bank_transfer' WHEN 'account' THEN 'bank_account' ELSE 'direct_debit' END
WHERE "paid_by" IN ('transfer', 'account', 'mandate');
