import { type MutantSpec, plantMutant } from './mutant.ts'

export const moneyMutants: readonly MutantSpec[] = [
  plantMutant(
    'the fee is rounded up',
    'settlements',
    'contract/fees.ts',
    'Math.floor((kobo * bps + 5_000) / 10_000)',
    'Math.ceil((kobo * bps) / 10_000)',
  ),
  plantMutant(
    'the flat fee of NGN 100 is waived at exactly NGN 2,500',
    'thresholds',
    'contract/fees.ts',
    'amountKobo >= price.waiveFlatBelowKobo',
    'amountKobo > price.waiveFlatBelowKobo',
  ),
  plantMutant(
    'the fee has no cap',
    'thresholds',
    'contract/channels/definition.ts',
    'capKobo: 2_000_00 }',
    'capKobo: 2_000_01 }',
  ),
  plantMutant(
    'VAT is rounded down',
    'settlements',
    'contract/fees.ts',
    'const vatKobo = share(feeKobo, vatBps)',
    'const vatKobo = Math.floor((feeKobo * vatBps) / 10_000)',
  ),
  plantMutant(
    'a payer who bears the fee pays a kobo too much',
    'settlements',
    'contract/fees.ts',
    'return low - 2 >= from && isEnough(low - 2) ? low - 2 : low',
    'return low + 1',
  ),
  plantMutant(
    'a direct debit has the price of a card',
    'mandates',
    'contract/fees.ts',
    'channelDefinitions[priced as Channel].price',
    'channelDefinitions.card.price',
  ),
  plantMutant(
    'an agreed price begins a day late',
    'days',
    'api/features/prices/own-prices.ts',
    'price.starts_on <= ${day}::date',
    'price.starts_on < ${day}::date',
  ),
  plantMutant(
    'stamp duty begins above NGN 10,000',
    'thresholds',
    'api/features/settlements/duty.ts',
    'const stampDutyKobo = totalKobo >= dutyFromKobo ? dutyKobo : 0',
    'const stampDutyKobo = totalKobo > dutyFromKobo ? dutyKobo : 0',
  ),
  plantMutant(
    'a settlement of NGN 999.99 is paid out',
    'thresholds',
    'api/features/settlements/duty.ts',
    'export const minimumKobo = 1_000_00',
    'export const minimumKobo = 900_00',
  ),
]

export const ledgerMutants: readonly MutantSpec[] = [
  plantMutant(
    'an account is not locked before it is debited',
    'closing',
    'api/ledger/ledger.ts',
    'order by owner collate "C", kind collate "C" for no key update',
    'order by owner collate "C", kind collate "C"',
  ),
  plantMutant(
    'a roll-up leaves out small amounts',
    'everything',
    'api/ledger/roll-up.ts',
    'select account_id, merchant_id, sum(amount_kobo) from rolled_up group by',
    'select account_id, merchant_id, sum(amount_kobo) from rolled_up where abs(amount_kobo) > 100000 group by',
  ),
  plantMutant(
    'a roll-up counts twice',
    'everything',
    'api/ledger/roll-up.ts',
    'do update set balance_kobo = ledger_snapshots.balance_kobo + excluded.balance_kobo',
    'do update set balance_kobo = ledger_snapshots.balance_kobo + 2 * excluded.balance_kobo',
  ),
  plantMutant(
    'the fee goes to the business',
    'settlements',
    'api/ledger/entries.ts',
    "{ source, target: platformAccount(mode, 'fees'), amountKobo: feeKobo }",
    "{ source, target: merchantAccount(merchantId, 'available'), amountKobo: feeKobo }",
  ),
  plantMutant(
    'a failed refund is returned to no balance',
    'refunds',
    'api/features/refunds/move.ts',
    'if (isTaken) await postEntry(tx, refundReturned(mode, { ...taken(refund), recipients }, now))',
    'void isTaken',
  ),
  plantMutant(
    'the fee is returned with a refund',
    'refunds',
    'api/ledger/entries.ts',
    '      ...fromParts(merchantId, refund, target),\n      ...recipients.flatMap((recipient) => [',
    "      ...fromParts(merchantId, refund, target),\n      { source: platformAccount(mode, 'fees'), target, amountKobo: 1 },\n      ...recipients.flatMap((recipient) => [",
  ),
]

export const settlementMutants: readonly MutantSpec[] = [
  plantMutant(
    'sums omit payments that are carried forward',
    'settlements',
    'api/features/settlements/attach.ts',
    'coalesce(sum(gross_kobo), 0) as "grossKobo",',
    "coalesce(sum(gross_kobo) filter (where at > now() - interval '100 years' and at >= (select max(at) from settlement_lines m where m.merchant_id = $1 and m.settlement_id = $2) - interval '1 day'), 0) as \"grossKobo\",",
  ),
  plantMutant(
    'a returned payout is sent again without end',
    'settlements',
    'api/features/settlements/hold.ts',
    'if (returned!.count < limits.returnedPayouts) return',
    'if (returned!.count < 99) return',
  ),
  plantMutant(
    'a day in Lagos starts at midnight UTC',
    'days',
    'api/lagos.ts',
    'const utcOffsetMs = 3_600_000',
    'const utcOffsetMs = 0',
  ),
  plantMutant(
    'proceeds of today are settled today',
    'days',
    'api/features/settlements/attach.ts',
    'cutoff: startOfDay(dueOn),',
    'cutoff: now,',
  ),
  plantMutant(
    'Saturday is a working day',
    'days',
    'api/features/settlements/calendar.ts',
    '![0, 6].includes(',
    '![0].includes(',
  ),
  plantMutant(
    'a settlement is created while a payout has no response',
    'silence',
    'api/features/settlements/create.ts',
    "if (open?.status === 'processing') return true",
    "if (open?.status === 'success') return true",
  ),
  plantMutant(
    'a split loses the remaining kobo of a division',
    'splits',
    'contract/split-shares.ts',
    'netKobo: grossKobo - chargeKobo,',
    'netKobo: grossKobo - chargeKobo - (grossKobo % 2),',
  ),
]
