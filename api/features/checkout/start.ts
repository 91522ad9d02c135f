import { randomInt } from 'node:crypto'
import type { startPayment } from '@adire/contract/checkout.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { chargeForNet } from '@adire/contract/fees.ts'
import type { FeeBearer } from '@adire/contract/fields.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { inTimeOf } from '../../jobs/own-time.ts'
import { isBlacklisted } from '../customers/customers.ts'
import { addPayment, change, lockPayment, note, type PaymentRecord } from '../payments/payments.ts'
import { payments } from '../payments/tables.ts'
import { splitOf } from '../splits/splits.ts'
import { cardCheckKobo } from '../subscriptions/subscriptions.ts'
import { answersOf } from './answers.ts'
import { requireStarts } from './card-limits.ts'
import { isCharge, requireUnpaid, wantedOfCharge } from './hosted-charge.ts'
import { isInvoice, wantedOfInvoice } from './invoice.ts'
import { closed, findLink, holdOpenLink, type Link, planOfLink } from './link.ts'
import { requirePlace } from './places.ts'
import { stateOf } from './state.ts'

type Input = Parsed<typeof startPayment>

/** Begins a try at paying. The same purchase by the same payer, begun and not ended, goes on where it stands. */
export async function start(given: Context, input: Input) {
  if (isCharge(input.slug)) {
    const { wanted, payer } = await wantedOfCharge(given, input)
    return stateOf(await begin(await inTimeOf(given, wanted.merchantId), wanted, payer))
  }
  const wanted = isInvoice(input.slug) ? await wantedOfInvoice(given, input) : await wantedOfLink(given, input)
  return stateOf(await begin(await inTimeOf(given, wanted.merchantId), wanted, input))
}

export type Starting = Pick<Input, 'checkoutId' | 'email' | 'name'>

/** In the business's own time: its payment begun before, or a new one. */
export async function begin(context: Context, wanted: Wanted, input: Starting): Promise<PaymentRecord> {
  const { merchantId, priceKobo, feeBearer, expiresAt } = wanted
  const { tx, now, origin } = context
  if (await isBlacklisted(tx, merchantId, input.email))
    throw problem.field('email', 'This business does not take payments from this address', 'payer_refused')
  // A form sent twice at the same moment begins one payment: the second waits here and finds the first's.
  await tx.$client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [input.checkoutId])
  const begun = await findBegun(context, wanted, input)
  const { link, answers = noAnswers } = wanted
  if (begun) return wanted.chargeId ? begun : answerAnew(context, begun, answers)
  if (wanted.chargeId) await requireUnpaid(tx, { merchantId, chargeId: wanted.chargeId })
  if (link) await requirePlace(tx, link, input.checkoutId)

  if (!wanted.startedAs) await requireStarts(context, { ...wanted, customerEmail: input.email })
  const until = expiresAt ?? new Date(now.getTime() + limits.abandonAfterMs)
  const payment = await addPayment(tx, {
    merchantId,
    reference: `pay_${random('0123456789abcdefghijklmnopqrstuvwxyz', 16)}`,
    accessCode: random('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 24),
    checkoutId: input.checkoutId,
    paymentLinkId: wanted.paymentLinkId,
    invoiceId: wanted.invoiceId,
    chargeId: wanted.chargeId,
    planId: wanted.planId ?? null,
    ...(await splitOf(tx, merchantId, wanted.splitId)),
    isCardCheck: wanted.isCardCheck ?? false,
    status: 'pending',
    step: 'select_channel',
    priceKobo,
    // Every channel of the page has the price of a local card, so the amount stands before the payer has chosen one.
    amountKobo: feeBearer === 'customer' ? chargeForNet('card_local', priceKobo).amountKobo : priceKobo,
    feeBearer,
    customerEmail: input.email,
    customerName: input.name ?? null,
    ...answers,
    // Of a charge it would be that of the business's own server.
    ipAddress: wanted.startedAs ? null : origin.ip,
    createdAt: now,
    expiresAt: until,
    checkAt: until,
  })
  const began = wanted.startedAs ?? `${input.email} began to pay ${formatNaira(payment.amountKobo)}`
  await note(tx, payment, now, 'started', began)
  return payment
}

/** What is paid for, and how much it is before any fee. */
export interface Wanted {
  merchantId: string
  paymentLinkId: string | null
  invoiceId: string | null
  chargeId: string | null
  priceKobo: number
  feeBearer: FeeBearer
  /** By what it is shared. */
  splitId: string | null
  /** What else was asked, and the answers. */
  answers?: ReturnType<typeof answersOf>
  link?: Link
  /** What is subscribed to, and whether a trial comes first: then the card is only checked. */
  planId?: string
  isCardCheck?: boolean
  /** Until when it can be paid, where the page knows it. */
  expiresAt?: Date
  /** How the payment's timeline begins, where not the payer began it. */
  startedAs?: string
}

const noAnswers = { customerPhone: null, metadata: null }

async function wantedOfLink(context: Context, input: Input): Promise<Wanted> {
  const found = await findLink(context.tx, input.slug)
  if (!found || found.business.mode !== context.mode) throw closed()
  const link = await holdOpenLink(await inTimeOf(context, found.link.merchantId), found.link)
  const plan = await planOfLink(context.tx, link)
  return {
    merchantId: link.merchantId,
    paymentLinkId: link.id,
    invoiceId: null,
    chargeId: null,
    priceKobo: priceOf(plan ? { ...link, amountKobo: firstOf(plan) } : link, input.amountKobo),
    feeBearer: plan ? 'merchant' : link.feeBearer,
    splitId: link.splitId,
    answers: answersOf(link, input),
    link,
    ...(plan && { planId: plan.id, isCardCheck: plan.trialDays > 0 }),
  }
}

/** What is paid today by who subscribes. */
const firstOf = ({ trialDays, amountKobo }: NonNullable<Awaited<ReturnType<typeof planOfLink>>>) =>
  trialDays > 0 ? cardCheckKobo : amountKobo

function priceOf(link: Pick<Link, 'amountKobo' | 'minimumKobo'>, chosenKobo: number | undefined): number {
  if (link.amountKobo === null) {
    if (chosenKobo === undefined) throw problem.field('amountKobo', messages.required)
    const { minimumKobo } = link
    if (minimumKobo !== null && chosenKobo < minimumKobo)
      throw problem.field('amountKobo', messages.amountAtLeast(formatNairaNumber(minimumKobo)))
    return chosenKobo
  }
  if (chosenKobo !== undefined && chosenKobo !== link.amountKobo)
    throw problem.field('amountKobo', `The amount of this page is ${formatNaira(link.amountKobo)}`)
  return link.amountKobo
}

async function findBegun({ tx, now }: Context, wanted: Wanted, { checkoutId, email }: Starting) {
  const [begun] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.merchantId, wanted.merchantId),
        eq(payments.checkoutId, checkoutId),
        wanted.paymentLinkId ? eq(payments.paymentLinkId, wanted.paymentLinkId) : isNull(payments.paymentLinkId),
        wanted.invoiceId ? eq(payments.invoiceId, wanted.invoiceId) : isNull(payments.invoiceId),
        wanted.chargeId ? eq(payments.chargeId, wanted.chargeId) : isNull(payments.chargeId),
        eq(payments.status, 'pending'),
        eq(payments.customerEmail, email),
        eq(payments.priceKobo, wanted.priceKobo),
        gt(payments.expiresAt, now),
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(1)
  return begun
}

/** The payer went back and answered otherwise. */
async function answerAnew({ tx }: Context, begun: PaymentRecord, answers: NonNullable<Wanted['answers']>) {
  const held = await lockPayment(tx, { merchantId: begun.merchantId, id: begun.id })
  return held?.status === 'pending' ? change(tx, held, answers) : begun
}

export const random = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
