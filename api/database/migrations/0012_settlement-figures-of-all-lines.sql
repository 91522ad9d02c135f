CREATE INDEX "payment_shares_nothing" ON "payment_shares" USING btree ("merchant_id","owner_id","at") WHERE net_kobo = 0;--> statement-breakpoint
-- The figures left out what was collected before the working day before a settlement was due: it stood in the opening balance.
UPDATE "settlements" settlement SET
  opening_kobo = 0, gross_kobo = figure.gross, fees_kobo = -figure.fees, vat_kobo = -figure.vat, refunds_kobo = figure.refunds,
  disputes_kobo = figure.disputes, reserve_kobo = figure.reserve, shares_kobo = figure.shares,
  adjustments_kobo = figure.adjustments
FROM (
  SELECT merchant_id, settlement_id,
         sum(gross_kobo) AS gross, sum(fee_kobo) AS fees, sum(vat_kobo) AS vat,
         coalesce(sum(amount_kobo) FILTER (WHERE type = 'refund'), 0) AS refunds,
         coalesce(sum(amount_kobo) FILTER (WHERE type = 'dispute'), 0) AS disputes,
         coalesce(sum(amount_kobo) FILTER (WHERE type = 'reserve'), 0) AS reserve,
         coalesce(sum(amount_kobo - gross_kobo + fee_kobo + vat_kobo) FILTER (WHERE type = 'payment'), 0) AS shares,
         coalesce(sum(amount_kobo) FILTER (WHERE type = 'adjustment'), 0) AS adjustments
  FROM settlement_lines GROUP BY 1, 2
) figure
WHERE settlement.opening_kobo <> 0 AND settlement.merchant_id = figure.merchant_id AND settlement.id = figure.settlement_id;
