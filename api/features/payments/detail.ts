import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getPayment } from '@adire/contract/payments.ts'
import { and, asc, desc, eq, gte, inArray, isNull } from 'drizzle-orm'
import { type DeclineReason, responseCodes } from '../../connectors/response-codes.ts'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { lagosDay } from '../../lagos.ts'
import { charges } from '../charges/tables.ts'
import { mandates } from '../direct-debit/tables.ts'
import { formatInvoiceNumber } from '../invoices/invoices.ts'
import { invoices } from '../invoices/tables.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import { plans } from '../plans/tables.ts'
import { settlementLines, settlements } from '../settlements/tables.ts'
import { subscriptions } from '../subscriptions/tables.ts'
import type { PaymentRecord } from './move.ts'
import { paymentEvents, payments } from './tables.ts'

/** Maximum events and attempts returned; more than any payment has. */
const most = 100

export async function getPaymentHandler({ tx, merchant }: MerchantContext, { id }: ParsedInput<typeof getPayment>) {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.merchantId, merchant.id), eq(payments.id, id)))
  if (!payment) throw problem.notFound('payment')
  const events = await tx
    .select({ at: paymentEvents.at, kind: paymentEvents.kind, text: paymentEvents.text })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.merchantId, merchant.id), eq(paymentEvents.paymentId, id)))
    .orderBy(desc(paymentEvents.at), desc(paymentEvents.id))
    .limit(most)
  return {
    ...toPaymentRow(payment),
    priceKobo: payment.priceKobo,
    feeBearer: payment.feeBearer,
    paidAt: payment.paidAt?.toISOString() ?? null,
    failure: failureOf(payment),
    card: cardOf(payment),
    transfer: transferOf(payment),
    bank: bankOf(payment),
    offlineCode: payment.offlineCode,
    paymentLink: await findPaymentLink(tx, payment),
    invoice: await findPaymentInvoice(tx, payment),
    charge: await findPaymentCharge(tx, payment),
    settlement: await findPaymentSettlement(tx, payment),
    mandate: await findPaymentMandate(tx, payment),
    subscription: await findPaymentSubscription(tx, payment),
    customerId: payment.customerId,
    customerPhone: payment.customerPhone,
    metadata: payment.metadata ?? [],
    ipAddress: payment.ipAddress,
    note: payment.note,
    events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
    attempts: await listPaymentAttempts(tx, payment),
  }
}

/** Payment as a row of a list. */
export const toPaymentRow = (payment: PaymentRecord) => ({
  id: payment.id,
  reference: payment.reference,
  status: payment.status,
  channel: payment.channel,
  amountKobo: payment.amountKobo,
  feeKobo: payment.feeKobo,
  vatKobo: payment.vatKobo,
  netKobo: payment.netKobo,
  refundedKobo: payment.refundedKobo,
  currency: 'NGN' as const,
  customerEmail: payment.customerEmail,
  customerName: payment.customerName,
  cardBrand: payment.cardBrand,
  cardLast4: payment.cardLast4,
  isCardCheck: payment.isCardCheck,
  createdAt: payment.createdAt.toISOString(),
})

function failureOf({ failureCode: code, failureMessage: message }: PaymentRecord) {
  if (!code || !message) return null
  return { code, message, bankCode: code in responseCodes ? responseCodes[code as DeclineReason].code : null }
}

function cardOf(payment: PaymentRecord) {
  const { cardBrand: brand, cardBin: bin, cardLast4: last4, cardExpiryMonth, cardExpiryYear, cardBank: bank } = payment
  if (!brand || !bin || !last4 || !cardExpiryMonth || !cardExpiryYear) return null
  return { brand, bin, last4, expiryMonth: cardExpiryMonth, expiryYear: cardExpiryYear, bank }
}

function transferOf(payment: PaymentRecord) {
  const { transferBank: bankName, transferAccountNumber: accountNumber, senderName, senderBank } = payment
  return bankName && accountNumber ? { bankName, accountNumber, senderName, senderBank } : null
}

function bankOf({ channel, senderBank: name, senderAccount: last4 }: PaymentRecord) {
  return (channel === 'ussd' || channel === 'bank_account' || channel === 'direct_debit') && name
    ? { name, last4 }
    : null
}

async function findPaymentLink(tx: Tx, { merchantId, paymentLinkId }: PaymentRecord) {
  if (!paymentLinkId) return null
  const [link] = await tx
    .select({ id: paymentLinks.id, name: paymentLinks.name })
    .from(paymentLinks)
    .where(and(eq(paymentLinks.merchantId, merchantId), eq(paymentLinks.id, paymentLinkId)))
  return link ?? null
}

async function findPaymentInvoice(tx: Tx, { merchantId, invoiceId }: PaymentRecord) {
  if (!invoiceId) return null
  const [invoice] = await tx
    .select({ id: invoices.id, number: invoices.number })
    .from(invoices)
    .where(and(eq(invoices.merchantId, merchantId), eq(invoices.id, invoiceId), isNull(invoices.deletedAt)))
  return invoice ? { id: invoice.id, number: formatInvoiceNumber(invoice) } : null
}

async function findPaymentCharge(tx: Tx, { merchantId, chargeId }: PaymentRecord) {
  if (!chargeId) return null
  const [charge] = await tx
    .select({ reference: charges.reference, metadata: charges.metadata })
    .from(charges)
    .where(and(eq(charges.merchantId, merchantId), eq(charges.id, chargeId)))
  return charge ?? null
}

async function findPaymentSettlement(tx: Tx, { merchantId, id }: PaymentRecord) {
  const [found] = await tx
    .select({
      id: settlements.id,
      reference: settlements.reference,
      status: settlements.status,
      dueOn: settlements.dueOn,
      at: settlementLines.at,
    })
    .from(settlementLines)
    .innerJoin(
      settlements,
      and(eq(settlements.merchantId, merchantId), eq(settlements.id, settlementLines.settlementId)),
    )
    .where(
      and(
        eq(settlementLines.merchantId, merchantId),
        eq(settlementLines.ownerId, merchantId),
        eq(settlementLines.paymentId, id),
        inArray(settlementLines.type, ['payment', 'card_check']),
        gte(settlementLines.amountKobo, 0), // a card check has a second line, for its refund
      ),
    )
    .orderBy(asc(settlementLines.at))
    .limit(1)
  if (!found) return null
  const { at, ...settlement } = found
  return { ...settlement, day: lagosDay(at) }
}

async function findPaymentMandate(tx: Tx, { merchantId, mandateId }: PaymentRecord) {
  if (!mandateId) return null
  const [mandate] = await tx
    .select({ slug: mandates.slug, reference: mandates.reference })
    .from(mandates)
    .where(and(eq(mandates.merchantId, merchantId), eq(mandates.id, mandateId)))
  return mandate ?? null
}

async function findPaymentSubscription(tx: Tx, { merchantId, subscriptionId, isCardCheck }: PaymentRecord) {
  if (!subscriptionId) return null
  const [found] = await tx
    .select({ id: subscriptions.id, code: subscriptions.code, planId: plans.id, planName: plans.name })
    .from(subscriptions)
    .innerJoin(plans, and(eq(plans.merchantId, merchantId), eq(plans.id, subscriptions.planId)))
    .where(and(eq(subscriptions.merchantId, merchantId), eq(subscriptions.id, subscriptionId)))
  return found ? { ...found, isCardCheck } : null
}

/** All attempts of the same checkout, including this one, newest first. */
async function listPaymentAttempts(tx: Tx, payment: PaymentRecord) {
  const attempts = payment.checkoutId
    ? await tx
        .select()
        .from(payments)
        .where(and(eq(payments.merchantId, payment.merchantId), eq(payments.checkoutId, payment.checkoutId)))
        .orderBy(desc(payments.createdAt), desc(payments.id))
        .limit(most)
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
