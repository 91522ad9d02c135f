import { and, asc, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Context, MerchantContext } from '../../context.ts'
import { openDispute } from '../../features/disputes/open.ts'
import type { PaymentRecord } from '../../features/payments/move.ts'
import { payments } from '../../features/payments/tables.ts'
import { applyRefundOutcome } from '../../features/refunds/apply-outcome.ts'
import { createRefundRecord } from '../../features/refunds/request.ts'
import { loadCalendar, settlementTimeOn } from '../../features/settlements/calendar.ts'
import { lagosDay } from '../../lagos.ts'
import { demoCredentials } from './demo.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Refunds of demo payments (full, partial, of an invoice, and of a card that accepts no refunds), and a dispute. */
export async function seedGivenBack(context: Context, merchantId: string, userId: string): Promise<void> {
  const { tx, now } = context
  const paid = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.merchantId, merchantId),
        eq(payments.status, 'success'),
        eq(payments.channel, 'card'),
        isNotNull(payments.paidAt),
        gt(payments.amountKobo, 20_000_00),
        sql`${payments.paidAt} < ${new Date(now.getTime() - 30 * hourMs)}`,
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(40)
  // Not after the settlement of today, which is created later: it could not pay out what is taken from the balance already.
  const today = lagosDay(now)
  const settledAt = (await loadCalendar(tx)).isWorking(today) ? settlementTimeOn(today) : now
  const at = (hoursAgo: number): MerchantContext => ({
    ...context,
    now: new Date(Math.min(now.getTime() - hoursAgo * hourMs, settledAt.getTime() - hoursAgo * minuteMs)),
    merchant: { id: merchantId },
    user: { id: userId, email: demoCredentials.email, sessionId: '' },
    apiKey: undefined,
  })
  const [fullyRefunded, part, stuck, disputed] = [paid[4], paid[11], paid[17], paid[9]] as PaymentRecord[]
  const give = async (given: MerchantContext, { id, amountKobo }: PaymentRecord, share: number, payerNote?: string) => {
    const request = { id, amountKobo: Math.round(amountKobo * share), reason: 'requested_by_customer' as const }
    return createRefundRecord(given, { ...request, ...(payerNote !== undefined && { payerNote }) })
  }
  const returned = await give(at(26), fullyRefunded!, 1, 'We are sorry that the jacket did not fit.')
  await applyRefundOutcome(at(26), returned, { kind: 'processed' })
  const partly = await give(at(20), part!, 0.25)
  await applyRefundOutcome(at(20), partly, { kind: 'processed' })
  const waiting = await give(at(4), stuck!, 1)
  await applyRefundOutcome(at(4), waiting, { kind: 'needs_account', message: 'The card takes no money back' })
  const [ofInvoice] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.status, 'success'), isNotNull(payments.invoiceId)))
    .orderBy(asc(payments.createdAt))
    .limit(1)
  const less = await give(at(18), ofInvoice!, 0.2, 'One piece was not made after all.')
  await applyRefundOutcome(at(18), less, { kind: 'processed' })
  await openDispute(at(2), disputed!, {
    bankReference: `demo:${disputed!.id}`,
    category: 'chargeback',
    reason: 'I ordered a jacket and never received it. The shop does not answer.',
  })
}
