import { hostedChannels } from '@adire/contract/channels/channels.ts'
import type { startPayment } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { openInvoiceStatuses } from '@adire/contract/invoices.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { Problem, problem } from '../../http/problem.ts'
import { withBusinessClock } from '../../jobs/business-clock.ts'
import { calculateOwedKobo } from '../invoices/move.ts'
import { buildSheet, findInvoice } from '../invoices/sheet.ts'
import { invoices } from '../invoices/tables.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { payments } from '../payments/tables.ts'
import type { FoundPageContent, PageContent } from './link.ts'
import { toPayee } from './payee.ts'
import { isBeingDecided } from './quota.ts'
import type { CheckoutOrder } from './start.ts'

/** True if the slug is an invoice reference. No payment link slug has this prefix. */
export const isInvoice = (slug: string) => slug.startsWith('inv_')

const closed = (message: string) => new Problem(409, 'invoice_closed', message)

/**
 * The order of an invoice: the amount due, or a part of it. Nothing is locked; `requireAmountDue` checks again before each charge.
 * @throws 404 for a draft; 409 invoice_closed; 422 for an amount that is not allowed
 */
export async function orderFromInvoice(
  context: Context,
  { slug, amountKobo }: ParsedInput<typeof startPayment>,
): Promise<CheckoutOrder> {
  const { tx, mode } = context
  const found = await findInvoice(tx, slug)
  if (!found || found.business.mode !== mode || found.invoice.status === 'draft') throw problem.notFound('invoice')
  const { invoice } = found
  if (invoice.status === 'paid') throw closed('This invoice is paid. Thank you. There is nothing more to do.')
  if (!openInvoiceStatuses.includes(invoice.status))
    throw closed('This invoice was cancelled. There is nothing to pay.')
  const priceKobo = resolvePrice(calculateOwedKobo(invoice), invoice.partPayment, amountKobo)
  const { merchantId, id: invoiceId, feeBearer, splitId } = invoice
  return { merchantId, paymentLinkId: null, invoiceId, chargeId: null, priceKobo, feeBearer, splitId }
}

/** The full amount due; or, if part payment is allowed, a part that leaves a remainder that can still be charged. */
function resolvePrice(owedKobo: number, partPayment: boolean, chosenKobo: number | undefined): number {
  if (chosenKobo === undefined || chosenKobo === owedKobo) return owedKobo
  if (!partPayment) throw problem.field('amountKobo', `This invoice must be paid in full: ${formatNaira(owedKobo)}`)
  if (chosenKobo > owedKobo) throw problem.field('amountKobo', `${formatNaira(owedKobo)} is left to pay`)
  const smallest = limits.chargeMinimumKobo
  if (chosenKobo < smallest) throw problem.field('amountKobo', messages.amountAtLeast(smallest / 100))
  if (owedKobo - chosenKobo < smallest)
    throw problem.field('amountKobo', `Pay the full amount, or leave at least ${formatNaira(smallest)} to pay later`)
  return chosenKobo
}

/**
 * Locks the invoice and checks that the amount is still due, so that no two payers are charged for the same amount.
 * @throws 409 invoice_closed if it was paid meanwhile; invoice_being_paid while a bank decides on another payment
 */
export async function requireAmountDue({ tx, now }: Context, payment: PaymentRecord): Promise<void> {
  const { merchantId, id, invoiceId, priceKobo } = payment
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.merchantId, merchantId), eq(invoices.id, invoiceId!)))
    .for('no key update')
  if (!invoice || !openInvoiceStatuses.includes(invoice.status) || calculateOwedKobo(invoice) < priceKobo)
    throw closed(
      'This invoice has changed since you opened it. Reload the page to see what is left to pay; nothing was charged.',
    )
  const [others] = await tx
    .select({ kobo: sql<number>`coalesce(sum(price_kobo), 0)::bigint` })
    .from(payments)
    .where(
      and(
        eq(payments.merchantId, merchantId),
        eq(payments.invoiceId, invoice.id),
        ne(payments.id, id),
        // For the index: few payments are open at a time.
        inArray(payments.status, ['pending', 'processing']),
        isBeingDecided(now),
      ),
    )
  if (calculateOwedKobo(invoice) - others!.kobo < priceKobo)
    throw problem.conflict(
      'invoice_being_paid',
      'Someone is paying this invoice right now. Nothing was charged. Try again in a minute.',
    )
}

/** The checkout page of an invoice in either mode. A draft shows only its merchant. */
export async function findInvoicePage(
  { tx, config, realNow }: Pick<Context, 'tx' | 'config' | 'realNow'>,
  reference: string,
): Promise<FoundPageContent | undefined> {
  const found = await findInvoice(tx, reference)
  if (!found) return undefined
  const { business, invoice } = found
  const sheet = buildSheet(config, invoice, business)
  const owedKobo = sheet?.owedKobo ?? 0
  const page: PageContent = {
    slug: reference,
    name: sheet ? `Invoice ${sheet.number}` : 'Invoice',
    description: null,
    ...toPayee(config, business),
    picture: null,
    // Below twice the minimum charge, no part payment is possible.
    amountKobo: invoice.partPayment && owedKobo >= 2 * limits.chargeMinimumKobo ? null : owedKobo,
    minimumKobo: null,
    quantity: null,
    feeBearer: invoice.feeBearer,
    fields: [],
    collectPhone: false,
    hasThanks: false,
    channels: [...hostedChannels],
    coupon: null,
    plan: null,
    invoice: sheet ?? null,
    saveCardConsent: null,
    isCharge: false,
  }
  const { now } = await withBusinessClock({ tx, mode: business.mode, now: realNow, realNow }, invoice.merchantId)
  return {
    page,
    now,
    closed: sheet ? null : { closing: 'unsent', message: null },
    merchantId: invoice.merchantId,
    paymentLinkId: null,
    invoiceId: invoice.id,
    chargeId: null,
  }
}
