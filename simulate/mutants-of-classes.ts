import { type MutantSpec, plantMutant } from './mutant.ts'

/** Bugs that were fixed earlier, reintroduced unchanged. */
export const broughtBack: readonly MutantSpec[] = [
  {
    name: 'an idempotency key is stored in another transaction than its object',
    theme: 'refunds',
    edits: [
      {
        file: 'api/http/once.ts',
        find: '      if (keyed) await storeCreated(tx, keyed, made, clock())\n      return { made }',
        replace: '      return { made, isNew: true }',
      },
      {
        file: 'api/http/once.ts',
        find: "  if ('fresh' in done) return done.fresh",
        replace:
          "  if ('isNew' in done && keyed) await database.write((tx) => storeCreated(tx, keyed, done.made, clock()))\n  if ('fresh' in done) return done.fresh",
      },
    ],
  },
  plantMutant(
    'balances depend on transaction ids, which a restored database assigns again',
    'restores',
    'api/ledger/ledger.ts',
    'where delta.account_id = account.id and delta.merchant_id = ${merchantId}), 0)',
    'where delta.account_id = account.id and delta.xmin::text::bigint > coalesce((select snapshot.xmin::text::bigint from ledger_snapshots snapshot where snapshot.account_id = account.id), 0)), 0)',
  ),
  plantMutant(
    'the other account numbers of a paid invoice stay open',
    'invoices',
    'api/features/invoices/apply-payment.ts',
    '  await checkOpenPayments(context, counted)\n',
    '',
  ),
  plantMutant(
    'a fixed mandate debits the remainder of its total',
    'mandates',
    'api/features/direct-debit/plan.ts',
    '(await calculateAllowedKobo(tx, mandate)) < mandate.limitKobo',
    '(await calculateAllowedKobo(tx, mandate)) <= 0',
  ),
  plantMutant(
    'a transfer whose webhook was lost is not queried again',
    'checkout',
    'api/features/payments/apply-outcome.ts',
    "checkAt: because === 'in_time' ? calculateLastCheck(payment) : null,",
    'checkAt: null,',
  ),
  plantMutant(
    'a plan change is calculated again and not charged as previewed',
    'subscriptions',
    'api/features/subscriptions/plan-change-cost.ts',
    '  return { ...cost, dueNowKobo: Math.min(cost.dueNowKobo, maxKobo), at }',
    '  return { ...cost, dueNowKobo: cost.dueNowKobo + 1, at }',
  ),
]

/** Off-by-one errors in thresholds, counts and divisions. */
export const offByOne: readonly MutantSpec[] = [
  plantMutant(
    'a payout is held after two returns',
    'settlements',
    'api/features/settlements/hold.ts',
    'if (returned!.count < limits.returnedPayouts) return',
    'if (returned!.count < limits.returnedPayouts - 1) return',
  ),
  plantMutant(
    'a payout is held after four returns',
    'settlements',
    'api/features/settlements/hold.ts',
    'if (returned!.count < limits.returnedPayouts) return',
    'if (returned!.count <= limits.returnedPayouts) return',
  ),
  plantMutant(
    'a confirmed account counts the returns from before',
    'settlements',
    'api/features/settlements/send-again.ts',
    'confirmedAttempts: settlement.attempts,',
    'confirmedAttempts: 0,',
  ),
  plantMutant(
    'the remaining kobo goes to the smallest remainder',
    'splits',
    'contract/split-shares.ts',
    'one.index - other.index : one.rest > other.rest ? -1 : 1',
    'one.index - other.index : one.rest < other.rest ? -1 : 1',
  ),
  plantMutant(
    'the business bears a fee that all recipients should bear',
    'splits',
    'contract/split-shares.ts',
    "if (feeBearer === 'everyone') return [everyone]",
    "if (feeBearer === 'everyone') return [[0], everyone.slice(1)]",
  ),
  plantMutant(
    'the used part of a period is rounded down',
    'subscriptions',
    'api/features/subscriptions/proration.ts',
    '(2n * BigInt(costKobo) * BigInt(gone) + BigInt(periodMs)) / (2n * BigInt(periodMs))',
    '(BigInt(costKobo) * BigInt(gone)) / BigInt(periodMs)',
  ),
  plantMutant(
    'a subscription has one charge more than its limit',
    'subscriptions',
    'api/features/subscriptions/after-paid.ts',
    'subscription.charges >= subscription.chargeLimit',
    'subscription.charges > subscription.chargeLimit',
  ),
  plantMutant(
    'an invoice paid to the kobo stays partially paid',
    'invoices',
    'api/features/invoices/apply-payment.ts',
    'paidKobo >= invoice.totalKobo)',
    'paidKobo > invoice.totalKobo)',
  ),
  plantMutant(
    'a direct debit has no cap',
    'mandates',
    'contract/channels/direct-debit.ts',
    'capKobo: 1_000_00',
    'capKobo: 1_000_01',
  ),
  plantMutant(
    'a refund counts twice on its invoice',
    'invoices',
    'api/features/invoices/refunded.ts',
    'const totalKobo = invoice.refundedKobo + backKobo - paid.refundedKobo',
    'const totalKobo = invoice.refundedKobo + backKobo',
  ),
  plantMutant(
    'the payer gets no email about a refund',
    'refunds',
    'api/features/refunds/apply-outcome.ts',
    '  await enqueueJob(tx, mailRefund, { merchantId, refundId }, { merchantId, key, runAt: now })\n',
    '',
  ),
]
