import type { checkOfficePayment, getOfficePayment } from '@adire/contract/back-office/payments.ts'
import type { OfficePayment } from '@adire/contract/back-office/payments-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, desc, eq } from 'drizzle-orm'
import { processorName } from '../../connectors/processors.ts'
import type { StaffContext, UnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { withBusinessClock } from '../../jobs/business-clock.ts'
import { findDisputeReporter } from '../disputes/by-bank.ts'
import { findBusiness } from '../kyc/review.ts'
import { getPaymentHandler } from '../payments/detail.ts'
import { findPaymentRecord } from '../payments/move.ts'
import { checkPaymentNow } from '../processor-calls/check.ts'
import { toProcessorCalls } from '../processor-calls/list.ts'
import { processorEvents } from '../processor-events/tables.ts'
import { refunds } from '../refunds/tables.ts'
import { recordStaffEvent } from '../staff/events.ts'
import { selectDisputesOf, toDisputeResponse } from './read-disputes.ts'

/** Rows of each list on the page of a payment; more than a payment has as a rule. */
const listed = 50

interface Key {
  merchantId: string
  id: string
}

export const getOfficePaymentHandler = (context: StaffContext, key: ParsedInput<typeof getOfficePayment>) =>
  loadOfficePayment(context, key)

/**
 * Everything that staff see about a payment.
 * @throws 404 business_not_found, payment_not_found
 */
export async function loadOfficePayment(given: StaffContext, { merchantId, id }: Key): Promise<OfficePayment> {
  const { tx } = given
  const business = await findBusiness(tx, merchantId)
  const context = await withBusinessClock({ ...given, mode: business.mode }, merchantId)
  const record = await findPaymentRecord(tx, { merchantId, id })
  const payment = await getPaymentHandler(
    { ...context, merchant: { id: merchantId }, user: undefined, apiKey: undefined },
    { id },
  )
  const found = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.merchantId, merchantId), eq(refunds.paymentId, id)))
    .orderBy(desc(refunds.createdAt))
    .limit(listed)
  const reporter = findDisputeReporter(context, record)
  const disputed = await selectDisputesOf(tx, { merchantId, paymentId: id })
  return {
    business: {
      id: merchantId,
      businessName: business.businessName,
      merchantCode: business.merchantCode,
      mode: business.mode,
    },
    payment,
    calls: await toProcessorCalls(tx, record),
    events: record.processorReference ? await listEvents(tx, record.processorReference) : [],
    entries: await listEntries(tx, merchantId, [
      `payment:${id}`,
      ...found.flatMap(({ id: refundId }) => [`refund:${refundId}`, `refund:${refundId}:reversed`]),
      ...disputed.flatMap(({ dispute }) =>
        Array.from({ length: dispute.entries }, (_, part) => `dispute:${dispute.id}:${part}`),
      ),
    ]),
    refunds: found.map(({ id: refundId, amountKobo, status, createdAt }) => ({
      id: refundId,
      amountKobo,
      status,
      createdAt: createdAt.toISOString(),
    })),
    disputes: disputed.map(toDisputeResponse),
    disputesReportedBy: reporter ? processorName(reporter) : null,
    disputesAnsweredAt:
      reporter || record.processor === null || record.processor === 'sandbox' ? null : processorName(record.processor),
  }
}

/** Events of the processor about a payment, newest first. */
async function listEvents(tx: Tx, reference: string): Promise<OfficePayment['events']> {
  const rows = await tx
    .select({
      id: processorEvents.id,
      name: processorEvents.name,
      status: processorEvents.status,
      effect: processorEvents.effect,
      receivedAt: processorEvents.receivedAt,
    })
    .from(processorEvents)
    .where(eq(processorEvents.reference, reference))
    .orderBy(desc(processorEvents.receivedAt))
    .limit(listed)
  return rows.map(({ receivedAt, ...row }) => ({ ...row, receivedAt: receivedAt.toISOString() }))
}

interface StoredEntry {
  reference: string
  description: string
  at: Date
  lines: OfficePayment['entries'][number]['lines']
}

async function listEntries(
  tx: Tx,
  merchantId: string,
  references: readonly string[],
): Promise<OfficePayment['entries']> {
  const { rows } = await tx.$client.query<StoredEntry>(
    `select entry.reference, entry.description, entry.at,
            (select jsonb_agg(jsonb_build_object('id', account.id, 'account', account.kind, 'recipient', recipient.name,
                                                 'recipientAccountNumber', recipient.account_number, 'amountKobo', line.amount_kobo)
                              order by line.amount_kobo desc, account.kind, recipient.name, recipient.account_number, account.id)
             from ledger_lines line
             join ledger_accounts account on account.id = line.account_id and account.merchant_id = $1
             left join split_recipients recipient on recipient.merchant_id = $1 and recipient.id::text = account.owner
             where line.entry_id = entry.id and line.merchant_id = $1) as lines
     from ledger_entries entry where entry.reference = any($2::text[]) and entry.merchant_id = $1
     order by entry.at, entry.id limit ${listed}`,
    [merchantId, references],
  )
  return rows.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }))
}

/**
 * Asks the processor for the outcome of a payment now.
 * @throws those of `checkPaymentNow`
 */
export async function checkOfficePaymentHandler(
  unitOfWork: UnitOfWork<StaffContext>,
  { merchantId, id }: ParsedInput<typeof checkOfficePayment>,
) {
  const mode = await unitOfWork.write(async (context) => {
    const business = await findBusiness(context.tx, merchantId)
    const { reference } = await findPaymentRecord(context.tx, { merchantId, id })
    await recordStaffEvent(context, { action: 'payment.checked', object: reference, merchantId })
    return business.mode
  })
  await checkPaymentNow(
    {
      ...unitOfWork,
      mode,
      write: (use) =>
        unitOfWork.write(async (context) => use(await withBusinessClock({ ...context, mode }, merchantId))),
    },
    { merchantId, id },
  )
  return unitOfWork.write((context) => loadOfficePayment(context, { merchantId, id }))
}
