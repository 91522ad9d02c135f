import { afterRunning, disputeResponseMs } from '@adire/contract/dispute-clock.ts'
import { hourMs, minuteMs } from '@adire/contract/durations.ts'
import { and, asc, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { RefundOutcome } from '../../connectors/refunds.ts'
import type { Context, MerchantContext } from '../../context.ts'
import { openDispute } from '../../features/disputes/open.ts'
import type { PaymentRecord } from '../../features/payments/move.ts'
import { payments } from '../../features/payments/tables.ts'
import { applyRefundOutcome } from '../../features/refunds/apply-outcome.ts'
import { createRefundRecord } from '../../features/refunds/request.ts'
import { loadCalendar, settlementTimeOn } from '../../features/settlements/calendar.ts'
import { lagosDay } from '../../lagos.ts'
import { contextAt } from './context-at.ts'
import { demoCredentials } from './demo.ts'

/** A refund or dispute, and the time at which it happened. */
interface SeededReturn {
  at: Date
  seed(): Promise<void>
}

/**
 * Refunds of demo payments (full, partial, of an invoice, and of a card that accepts no refunds), and a dispute, in the order of time.
 * None is after the settlement of today: in the morning nothing was paid yet that could fund it.
 */
export async function prepareGivenBack(context: Context, merchantId: string, userId: string): Promise<SeededReturn[]> {
  const { tx, now } = context
  const today = lagosDay(now)
  const settledAt = (await loadCalendar(tx)).isWorking(today) ? settlementTimeOn(today) : now
  const { fullyRefunded, part, stuck, disputed, ofInvoice } = await findReturned(context, merchantId)
  const plan = (hoursAgo: number, seed: (given: MerchantContext) => Promise<unknown>): SeededReturn => {
    const at = new Date(Math.min(now.getTime() - hoursAgo * hourMs, settledAt.getTime() - hoursAgo * minuteMs))
    const user = { id: userId, email: demoCredentials.email, sessionId: '' }
    const given = { ...contextAt(context, at), merchant: { id: merchantId }, user, apiKey: undefined }
    return { at, seed: async () => void (await seed(given)) }
  }
  const refund =
    (payment: PaymentRecord, share: number, outcome: RefundOutcome, payerNote?: string) =>
    async (given: MerchantContext) =>
      applyRefundOutcome(given, await refundShare(given, payment, share, payerNote), outcome)
  const processed = { kind: 'processed' } as const
  const needsAccount = { kind: 'needs_account', message: 'This card can\u2019t receive refunds' } as const
  return [
    plan(26, refund(fullyRefunded, 1, processed, 'We are sorry that the jacket did not fit.')),
    plan(20, refund(part, 0.25, processed)),
    plan(18, refund(ofInvoice, 0.2, processed, 'One piece was not made after all.')),
    plan(4, refund(stuck, 1, needsAccount)),
    plan(2, (given) =>
      openDispute(given, disputed, {
        processor: 'sandbox',
        processorReference: `demo:${disputed.id}`,
        category: 'chargeback',
        reason: 'I ordered a jacket and never received it. The shop does not answer.',
        // Counted from now: from the morning it would have passed by the evening, and the dispute be accepted at once.
        dueAt: afterRunning(now, disputeResponseMs - 2 * hourMs),
      }),
    ),
  ]
}

async function refundShare(
  given: MerchantContext,
  { id, amountKobo }: PaymentRecord,
  share: number,
  payerNote?: string,
) {
  const request = { id, amountKobo: Math.round(amountKobo * share), reason: 'requested_by_customer' as const }
  return createRefundRecord(given, { ...request, ...(payerNote !== undefined && { payerNote }) })
}

/** Payments by card that are older than the first refund, and one of an invoice. */
async function findReturned({ tx, now }: Context, merchantId: string) {
  const succeeded = and(eq(payments.merchantId, merchantId), eq(payments.status, 'success'))
  const paid = await tx
    .select()
    .from(payments)
    .where(
      and(
        succeeded,
        eq(payments.channel, 'card'),
        isNotNull(payments.paidAt),
        gt(payments.amountKobo, 20_000_00),
        sql`${payments.paidAt} < ${new Date(now.getTime() - 30 * hourMs)}`,
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(40)
  const [ofInvoice] = await tx
    .select()
    .from(payments)
    .where(and(succeeded, isNotNull(payments.invoiceId)))
    .orderBy(asc(payments.createdAt))
    .limit(1)
  return { fullyRefunded: paid[4]!, disputed: paid[9]!, part: paid[11]!, stuck: paid[17]!, ofInvoice: ofInvoice! }
}
