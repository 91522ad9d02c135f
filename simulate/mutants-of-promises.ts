import { type Mutant, planted } from './mutant.ts'

export const repeats: readonly Mutant[] = [
  planted(
    'a batch with one key twice stops all jobs',
    'troubles',
    'api/jobs/dispatch.ts',
    'if ((await refusalOf(tx, () => handOver(tx, boss, rows))) === undefined) return dispatched',
    'await boss.insert(rows[0]!.job, rows.map(queued)); return dispatched',
  ),
  planted(
    'a payment that was paid is settled again',
    'checkout',
    'api/features/payments/settle.ts',
    "if (said.kind === 'success') return isPaid(payment) || wasSentBack(payment) ? payment : take(context, payment, said)",
    "if (said.kind === 'success') return take(context, payment, said)",
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
    'const outcome = await (isClosed ? connector.closePayment(open.reference) : connector.query(open.reference))',
    "const outcome = { kind: 'abandoned' as const } as never",
  ),
]

export const refunds: readonly Mutant[] = [
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

export const promises: readonly Mutant[] = [
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
    'deliveries',
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
