/** A fault to plant: what stands in a file, and what stands there instead. The theme is what its runs are about. */
export interface Mutant {
  name: string
  edits: readonly { file: string; find: string; replace: string }[]
  theme: string
  /** The first seed that is tried; one is named where the fault shows in few histories. */
  seed?: number
  steps?: number
}

export const stepsOf = ({ steps = 30 }: Mutant) => steps

const planted = (
  name: string,
  theme: string,
  file: string,
  find: string,
  replace: string,
  more: Partial<Mutant> = {},
): Mutant => ({ name, theme, edits: [{ file, find, replace }], ...more })

const money: readonly Mutant[] = [
  planted(
    'the fee is rounded up',
    'settlements',
    'contract/fees.ts',
    'Math.floor((kobo * bps + 5_000) / 10_000)',
    'Math.ceil((kobo * bps) / 10_000)',
  ),
  planted(
    'the NGN 100 are waived at exactly NGN 2,500',
    'thresholds',
    'contract/fees.ts',
    'amountKobo >= price.waiveFlatBelowKobo',
    'amountKobo > price.waiveFlatBelowKobo',
  ),
  planted('the fee has no cap', 'thresholds', 'contract/fees.ts', 'capKobo: 2_000_00 }', 'capKobo: 2_000_01 }'),
  planted(
    'VAT is rounded down',
    'settlements',
    'contract/fees.ts',
    'const vatKobo = share(feeKobo, vatBps)',
    'const vatKobo = Math.floor((feeKobo * vatBps) / 10_000)',
  ),
  planted(
    'who bears the fee pays a kobo too much',
    'settlements',
    'contract/fees.ts',
    'return low - 2 >= from && isEnough(low - 2) ? low - 2 : low',
    'return low + 1',
  ),
  planted(
    'a direct debit costs what a card does',
    'mandates',
    'api/features/payments/settle.ts',
    "direct_debit: 'direct_debit',\n}",
    "direct_debit: 'card_local',\n}",
  ),
  planted(
    'stamp duty begins above NGN 10,000',
    'thresholds',
    'api/features/settlements/duty.ts',
    'const stampDutyKobo = totalKobo >= dutyFromKobo ? dutyKobo : 0',
    'const stampDutyKobo = totalKobo > dutyFromKobo ? dutyKobo : 0',
  ),
  planted(
    'NGN 999.99 are paid out',
    'thresholds',
    'api/features/settlements/duty.ts',
    'export const minimumKobo = 1_000_00',
    'export const minimumKobo = 900_00',
  ),
]

const books: readonly Mutant[] = [
  planted(
    'an account is not locked before it is debited',
    'refunds',
    'api/ledger/ledger.ts',
    'order by owner collate "C", kind collate "C" for no key update',
    'order by owner collate "C", kind collate "C"',
  ),
  planted(
    'a roll-up leaves out small amounts',
    'everything',
    'api/ledger/fold.ts',
    'select account_id, sum(amount_kobo) from folded group by',
    'select account_id, sum(amount_kobo) from folded where abs(amount_kobo) > 100000 group by',
  ),
  planted(
    'a roll-up counts twice',
    'everything',
    'api/ledger/fold.ts',
    'do update set balance_kobo = ledger_snapshots.balance_kobo + excluded.balance_kobo',
    'do update set balance_kobo = ledger_snapshots.balance_kobo + 2 * excluded.balance_kobo',
  ),
  planted(
    'the fee goes to the business',
    'settlements',
    'api/ledger/entries.ts',
    "{ source, target: houseAccount(mode, 'fees'), amountKobo: feeKobo }",
    "{ source, target: merchantAccount(merchantId, 'available'), amountKobo: feeKobo }",
  ),
  planted(
    'a refund that failed comes back to nobody',
    'refunds',
    'api/features/refunds/move.ts',
    'if (isTaken) await post(tx, refundReturned(mode, { ...taken(refund), parties }, now))',
    'void isTaken',
  ),
  planted(
    'the fee is returned with a refund',
    'refunds',
    'api/ledger/entries.ts',
    '      ...fromParts(merchantId, refund, target),\n      ...parties.flatMap((party) => [',
    "      ...fromParts(merchantId, refund, target),\n      { source: houseAccount(mode, 'fees'), target, amountKobo: 1 },\n      ...parties.flatMap((party) => [",
  ),
]

const repeats: readonly Mutant[] = [
  planted(
    'a batch with one key twice stops all jobs',
    'troubles',
    'api/jobs/dispatch.ts',
    'if ((await refusalOf(tx, () => handOver(tx, boss, rows))) === undefined) return rows.length',
    'await boss.insert(rows[0]!.job, rows.map(queued)); return rows.length',
  ),
  planted(
    'a payment that was paid is settled again',
    'checkout',
    'api/features/payments/settle.ts',
    "if (said.kind === 'success') return isPaid(payment) ? payment : succeed(context, payment, said)",
    "if (said.kind === 'success') return succeed(context, payment, said)",
  ),
  planted(
    'the processor is asked for a refund under a new reference',
    'refunds',
    'api/features/refunds/settle.ts',
    '  return {\n    reference,\n    amountKobo,\n    chargeReference',
    '  return {\n    reference: `${reference}${crypto.randomUUID().slice(0, 4)}`,\n    amountKobo,\n    chargeReference',
  ),
  planted(
    'the bank is asked again under a new reference',
    'settlements',
    'api/features/settlements/pay.ts',
    'const said = await ask(connector.transfer(request))',
    'const said = await ask(connector.transfer({ ...request, reference: `${request.reference}-${crypto.randomUUID().slice(0, 4)}` }))',
  ),
  planted(
    'a debit that broke off is asked for under a new reference',
    'mandates',
    'api/features/direct-debit/attempt.ts',
    "if (debit.status === 'processing') return askAgain(context, debit, mandate)",
    "if (debit.status === 'processing' && debit.attempts > 9) return askAgain(context, debit, mandate)",
  ),
  planted(
    'a refund whose answer was lost is forgotten',
    'refunds',
    'api/features/refunds/move.ts',
    '    checks: 0,\n    checkAt: new Date(now.getTime() + firstCheckMs),\n  })\n  const { parties } = parts',
    '    checks: 0,\n    checkAt: null,\n  })\n  const { parties } = parts',
  ),
  planted(
    'a payment whose answer was lost is given up',
    'checkout',
    'api/features/checkout/jobs.ts',
    'const outcome = await connectorFor(mode, config, inMode).query(reference)',
    "const outcome = { kind: 'abandoned' as const }",
  ),
]

const refunds: readonly Mutant[] = [
  planted(
    'a refund on its way does not count',
    'refunds',
    'api/features/refunds/left.ts',
    "inArray(refunds.status, ['pending', 'processing', 'needs_attention'])",
    "inArray(refunds.status, ['pending', 'processing'])",
  ),
  planted(
    'the payment is not held while it is refunded',
    'refunds',
    'api/features/payments/move.ts',
    "for('update')",
    "for('key share')",
  ),
  planted(
    'all of a payment that is refunded in parts is partially refunded',
    'refunds',
    'api/features/refunds/settle.ts',
    'const isAll = refundedKobo === payment.amountKobo',
    'const isAll = refund.amountKobo === payment.amountKobo',
  ),
  planted(
    'a refund that needs an account ends as failed',
    'refunds',
    'api/features/refunds/settle.ts',
    'return askForAccount(context, held, said.message)',
    'return fail(context, held, said.message)',
  ),
  planted(
    'a cancelled refund stays',
    'refunds',
    'api/features/refunds/request.ts',
    'await endRefund(context, held, `cancelled by ${actorOf(context).name}`)',
    "await changeRefund(tx, held.refund, { note: 'cancelled' })",
  ),
  planted(
    'a lost dispute is not deducted',
    'disputes',
    'api/features/disputes/move.ts',
    'if (dispute.heldKobo + lostKobo > 0) await post(tx, disputeDecided(mode, decided, now))',
    'if (dispute.heldKobo > lostKobo) await post(tx, disputeDecided(mode, decided, now))',
  ),
  planted(
    'a dispute that is accepted in part is lost whole',
    'disputes',
    'api/features/disputes/answer.ts',
    "await end(context, held, 'merchant_accepted', amountKobo,",
    "await end(context, held, 'merchant_accepted', dispute.amountKobo,",
  ),
]

const settlements: readonly Mutant[] = [
  planted(
    'a restored balance forgets what was not folded',
    'troubles',
    'api/ledger/ledger.ts',
    'where delta.account_id = account.id), 0)',
    'where delta.account_id = account.id and delta.xmin::text::bigint > 0 and (select count(*) from ledger_deltas) < 40), 0)',
  ),
  planted(
    'sums of carried-forward payments are left out',
    'settlements',
    'api/features/settlements/attach.ts',
    'coalesce(sum(gross_kobo), 0) as gross,',
    "coalesce(sum(gross_kobo) filter (where at > now() - interval '100 years' and at >= (select max(at) from settlement_lines m where m.merchant_id = $1 and m.settlement_id = $2) - interval '1 day'), 0) as gross,",
  ),
  planted(
    'a returned payout is sent again without end',
    'settlements',
    'api/features/settlements/hold.ts',
    'if (returned!.count < limits.returnedPayouts) return undefined',
    'if (returned!.count < 99) return undefined',
  ),
  planted(
    'a day of Lagos begins at midnight in Greenwich',
    'days',
    'api/lagos.ts',
    'const aheadMs = 3_600_000',
    'const aheadMs = 0',
  ),
  planted(
    'takings of today are settled today',
    'days',
    'api/features/settlements/gather.ts',
    'cutoff: startOfDay(lagosDay(now))',
    'cutoff: now',
  ),
  planted(
    'banks work on Saturdays',
    'days',
    'api/features/settlements/calendar.ts',
    '![0, 6].includes(',
    '![0].includes(',
  ),
  planted(
    'a settlement gathers while the bank has not answered',
    'settlements',
    'api/features/settlements/gather.ts',
    "if (open?.status === 'processing') return true",
    "if (open?.status === 'success') return true",
  ),
  planted(
    'a split loses the kobo that does not divide',
    'splits',
    'contract/split-shares.ts',
    'netKobo: grossKobo - chargeKobo,',
    'netKobo: grossKobo - chargeKobo - (grossKobo % 2),',
  ),
]

const promises: readonly Mutant[] = [
  planted(
    'nobody is told that a refund was processed',
    'refunds',
    'api/features/refunds/settle.ts',
    "  await emitRefund(context, { refund, payment }, 'processed')\n",
    '',
  ),
  planted(
    'a payment that was paid is told twice',
    'checkout',
    'api/features/payments/settle.ts',
    '  await emitPaid(context, known)\n',
    "  await emitPaid(context, known)\n  if (channel === 'bank_transfer') await emitPaid(context, known)\n",
  ),
  planted(
    'a webhook that failed is not tried again',
    'troubles',
    'api/features/webhooks/conclude.ts',
    'return promiseDeliveries(tx, [waiting])',
    'return void waiting',
  ),
  planted(
    'the receipt is not sent',
    'checkout',
    'api/features/payments/settle.ts',
    'else await enqueue(tx, mailReceipt,',
    "else if (channel !== 'ussd') await enqueue(tx, mailReceipt,",
  ),
  planted(
    'a mandate takes more than its limit',
    'mandates',
    'api/features/direct-debit/debits.ts',
    'if (priceKobo > mandate.amountKobo)',
    'if (priceKobo > 2 * mandate.amountKobo)',
  ),
  planted(
    'a mandate takes more in all than was agreed',
    'mandates',
    'api/features/direct-debit/debits.ts',
    'if (takenKobo > left)',
    'if (takenKobo > left + mandate.amountKobo)',
  ),
  planted(
    'a debit is tried four times',
    'mandates',
    'contract/direct-debit.ts',
    'export const debitAttempts = 3',
    'export const debitAttempts = 4',
  ),
  planted(
    'one business finds the payments of another',
    'checkout',
    'api/features/payments/filter.ts',
    "if (text.startsWith('pay_')) return [range('reference', text, put)]",
    "if (text.startsWith('pay_')) return [`${range('reference', text, put)} or ${range('reference', text, put)}`]",
  ),
]

/** Faults of the kinds that were found, or are feared, each at one place. */
export const mutants: readonly Mutant[] = [money, books, repeats, refunds, settlements, promises].flat()
