import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getPayment } from '@adire/contract/payments.ts'
import { and, desc, eq } from 'drizzle-orm'
import { type DeclineReason, responseCodes } from '../../connectors/response-codes.ts'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { toChannelDetails } from './channels/channels.ts'
import { toConfirmation } from './confirm-card.ts'
import { type PaymentParts, paymentParts } from './events.ts'
import { findPaymentRecord, type PaymentRecord, paymentTimeline } from './move.ts'
import { receiptUrl } from './receipt.ts'
import { toPaymentRow } from './row.ts'
import { payments } from './tables.ts'

/** Maximum events and attempts returned; more than any payment has. */
const maxRows = 100

export async function getPaymentHandler(
  { tx, merchant, now, config }: MerchantContext,
  { id }: ParsedInput<typeof getPayment>,
) {
  const payment = await findPaymentRecord(tx, { merchantId: merchant.id, id })
  const parts = await loadParts(tx, payment, now)
  return {
    ...toPaymentRow(payment),
    priceKobo: payment.priceKobo,
    feeBearer: payment.feeBearer,
    paidAt: payment.paidAt?.toISOString() ?? null,
    failure: failureOf(payment),
    ...toChannelDetails(payment),
    ...parts,
    chargeReference: parts.charge?.reference ?? null,
    chargeMetadata: parts.charge?.metadata ?? null,
    customerId: payment.customerId,
    customerPhone: payment.customerPhone,
    metadata: payment.metadata ?? [],
    ipAddress: payment.ipAddress,
    note: payment.note,
    receiptUrl: payment.paidAt && !payment.isCardCheck ? receiptUrl(config, payment) : null,
    confirmation: toConfirmation(config, payment),
    events: await paymentTimeline.list(tx, payment, maxRows),
    attempts: await listPaymentAttempts(tx, payment),
  }
}

function failureOf({ failureCode: code, failureMessage: message }: PaymentRecord) {
  if (!code || !message) return null
  return { code, message, bankCode: code in responseCodes ? responseCodes[code as DeclineReason].code : null }
}

const noParts: PaymentParts = {
  paymentLink: null,
  invoice: null,
  charge: null,
  settlement: null,
  expectedSettlementOn: null,
  settlementHold: null,
  mandate: null,
  subscription: null,
  coupon: null,
  savedCard: null,
}

async function loadParts(tx: Tx, payment: PaymentRecord, now: Date): Promise<PaymentParts> {
  const parts = { ...noParts }
  for (const load of paymentParts.get()) Object.assign(parts, await load(tx, payment, now))
  return parts
}

/** All attempts of the same checkout, including this one, newest first. */
async function listPaymentAttempts(tx: Tx, payment: PaymentRecord) {
  const attempts = payment.checkoutId
    ? await tx
        .select()
        .from(payments)
        .where(and(eq(payments.merchantId, payment.merchantId), eq(payments.checkoutId, payment.checkoutId)))
        .orderBy(desc(payments.createdAt), desc(payments.id))
        .limit(maxRows)
    : [payment]
  return attempts.map(({ id, reference, status, channel, failureMessage, createdAt }) => ({
    id,
    reference,
    status,
    channel,
    failureMessage,
    createdAt: createdAt.toISOString(),
  }))
}
