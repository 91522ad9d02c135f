import { type MutantSpec, plantMutant } from './mutant.ts'

export const repeatMutants: readonly MutantSpec[] = [
  plantMutant(
    'a batch with a duplicate key stops all jobs',
    'faults',
    'api/jobs/dispatch.ts',
    'if ((await runInSavepoint(tx, () => handOver(tx, boss, rows, handlers))) === undefined) return dispatched',
    'await boss.insert(rows[0]!.job, rows.map((row) => queued(row, handlers.get(row.job)))); return dispatched',
  ),
  plantMutant(
    'a successful outcome is applied twice',
    'checkout',
    'api/features/payments/apply-outcome.ts',
    "if (outcome.kind === 'success')\n    return isPaid(payment) || wasSentBack(payment) ? payment : applySuccess(context, payment, outcome)",
    "if (outcome.kind === 'success') return applySuccess(context, payment, outcome)",
  ),
  plantMutant(
    'a refund is requested under a new reference',
    'refunds',
    'api/features/refunds/apply-outcome.ts',
    '    processor: payment!.processor,\n    reference,\n',
    '    processor: payment!.processor,\n    reference: `${reference}${crypto.randomUUID().slice(0, 4)}`,\n',
  ),
  plantMutant(
    'a charge is queried under a new reference',
    'settlements',
    'api/features/settlements/pay.ts',
    'const outcome = await callConnector(payouts.send(request))',
    'const outcome = await callConnector(payouts.send({ ...request, reference: `${request.reference}-${crypto.randomUUID().slice(0, 4)}` }))',
  ),
  plantMutant(
    'an interrupted debit is queried under a new reference',
    'mandates',
    'api/features/direct-debit/attempt.ts',
    "if (debit.status === 'processing') return scheduleNextCheck(context, debit, mandate)",
    "if (debit.status === 'processing' && debit.attempts > 9) return scheduleNextCheck(context, debit, mandate)",
  ),
  plantMutant(
    'a refund whose response was lost is not queried',
    'refunds',
    'api/features/refunds/move.ts',
    '    checks: 0,\n    checkAt: new Date(now.getTime() + firstCheckMs),\n  })\n  const { recipients } = parts',
    '    checks: 0,\n    checkAt: null,\n  })\n  const { recipients } = parts',
  ),
  plantMutant(
    'a payment whose response was lost is abandoned',
    'checkout',
    'api/features/checkout/query-payment.ts',
    'const outcome = await (isClosed ? connector.payments.close(open) : connector.payments.query(open))',
    "const outcome = { kind: 'abandoned' as const } as never",
  ),
]

export const refundMutants: readonly MutantSpec[] = [
  plantMutant(
    'a processing refund does not count',
    'refunds',
    'api/features/refunds/left.ts',
    'inArray(refunds.status, openRefundStatuses)',
    "inArray(refunds.status, ['pending', 'processing'])",
  ),
  plantMutant(
    'the payment is not locked while it is refunded',
    'refunds',
    'api/features/payments/move.ts',
    "for('update')",
    "for('key share')",
  ),
  plantMutant(
    'a payment refunded completely in parts stays partially refunded',
    'refunds',
    'api/features/refunds/apply-outcome.ts',
    'const isAll = refundedKobo === payment.amountKobo',
    'const isAll = refund.amountKobo === payment.amountKobo',
  ),
  plantMutant(
    'a refund that needs an account ends as failed',
    'refunds',
    'api/features/refunds/apply-outcome.ts',
    'return requestRefundAccount(context, locked, outcome)',
    'return failRefund(context, locked, outcome.message)',
  ),
  plantMutant(
    'a cancelled refund still counts',
    'refunds',
    'api/features/refunds/cancel.ts',
    'await endRefund(context, locked, `cancelled by ${await readActorName(context)}`)',
    "await updateRefundRecord(tx, locked.refund, { note: 'cancelled' })",
  ),
  plantMutant(
    'a lost dispute is not deducted',
    'disputes',
    'api/features/disputes/move.ts',
    'if (dispute.heldKobo + lostKobo > 0) await postEntry(tx, disputeDecided(mode, decided, now))',
    'if (dispute.heldKobo > lostKobo) await postEntry(tx, disputeDecided(mode, decided, now))',
  ),
  plantMutant(
    'a partly accepted dispute is lost completely',
    'disputes',
    'api/features/disputes/respond.ts',
    "locked, 'merchant_accepted', amountKobo, how)",
    "locked, 'merchant_accepted', dispute.amountKobo, how)",
  ),
]

export const guaranteeMutants: readonly MutantSpec[] = [
  plantMutant(
    'a processed refund notifies no member',
    'refunds',
    'api/features/refunds/apply-outcome.ts',
    "  await emitRefund(context, { refund, payment }, 'refund.processed')\n",
    '',
  ),
  plantMutant(
    'a paid payment emits its event twice',
    'checkout',
    'api/features/payments/apply-outcome.ts',
    '  await emitPaid(context, completed)\n',
    "  await emitPaid(context, completed)\n  if (channel === 'bank_transfer') await emitPaid(context, completed)\n",
  ),
  plantMutant(
    'a failed webhook is not retried',
    'deliveries',
    'api/features/webhooks/conclude.ts',
    'return enqueueDeliveries(tx, [waiting])',
    'return void waiting',
  ),
  plantMutant(
    'the receipt is not sent',
    'checkout',
    'api/features/payments/apply-outcome.ts',
    'if (!completed.isCardCheck)\n    await enqueueJob(tx, mailReceipt,',
    "if (!completed.isCardCheck && channel !== 'ussd')\n    await enqueueJob(tx, mailReceipt,",
  ),
  plantMutant(
    'a mandate debits more than its limit',
    'mandates',
    'api/features/direct-debit/debits.ts',
    'if (priceKobo > mandate.amountKobo)',
    'if (priceKobo > 2 * mandate.amountKobo)',
  ),
  plantMutant(
    'a mandate debits more in total than agreed',
    'mandates',
    'api/features/direct-debit/debits.ts',
    'if (takenKobo > allowedKobo)',
    'if (takenKobo > allowedKobo + mandate.amountKobo)',
  ),
  plantMutant(
    'a debit has four attempts',
    'mandates',
    'contract/direct-debit.ts',
    'export const debitAttempts = 3',
    'export const debitAttempts = 4',
  ),
  plantMutant(
    'a business sees the payments of another',
    'checkout',
    'api/features/payments/search.ts',
    "return [prefixRange('reference', code, put)]",
    "return [`${prefixRange('reference', code, put)} or ${prefixRange('reference', code, put)}`]",
  ),
]
