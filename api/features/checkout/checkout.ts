import { type Channel, hostedChannels } from '@adire/contract/channels/channels.ts'
import type { getCheckoutPage, getCheckoutState } from '@adire/contract/checkout.ts'
import { dayMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { withClockOffset } from '../../jobs/business-clock.ts'
import { linkPictureUrl } from '../payment-links/picture-url.ts'
import { findOwnPrices, listDifferentPrices } from '../prices/own-prices.ts'
import { arePaymentsStopped } from '../restrictions/trading.ts'
import { addIntervals } from '../subscriptions/calendar.ts'
import { takesCodes } from '../subscriptions/payer-coupon.ts'
import { calculateFirstCharge } from './first-charge.ts'
import { findChargePage, isCharge } from './hosted-charge.ts'
import { findInvoicePage, isInvoice } from './invoice.ts'
import {
  closedProblem,
  type FoundPage,
  type FoundPageContent,
  findLink,
  type LinkState,
  type PageContent,
  type PaymentLinkRecord,
  readLinkState,
} from './link.ts'
import { offerChannels, orderByHealth } from './offered-channels.ts'
import { toPayee } from './payee.ts'
import { planTermsVersion } from './plan-terms.ts'
import { findPayment, toCheckoutState } from './state.ts'
import { takesAccounts } from './subscribe.ts'

/** The checkout page of a slug (payment link, invoice or charge) in either mode. Undefined if the slug never existed. */
export async function findPage(context: PageContext, slug: string): Promise<FoundPage | undefined> {
  const found = await findPageContent(context, slug)
  if (!found) return undefined
  const { mode, channels } = found.page
  const offer = await orderByHealth(context, mode, offerChannels({ mode, config: context.config }, channels))
  const unavailable = offer.channels.length === 0 ? closedFor('unavailable') : null
  const stopped = (await arePaymentsStopped(context.tx, found.merchantId)) ? closedFor('stopped') : null
  const prices = await pricesToShow(context, found, offer.channels)
  return { ...found, page: { ...found.page, ...offer, prices }, closed: found.closed ?? stopped ?? unavailable }
}

const closedFor = (closing: 'unavailable' | 'stopped') => ({ closing, message: null })

/** Prices from which the page calculates what a payer pays who bears the fee. */
const pricesToShow = async ({ tx }: PageContext, { page, now, merchantId }: FoundPageContent, offered: Channel[]) =>
  page.feeBearer === 'customer' ? listDifferentPrices(await findOwnPrices({ tx, now }, merchantId), offered) : []

type PageContext = Pick<Context, 'tx' | 'config' | 'realNow'>

async function findPageContent(context: PageContext, slug: string): Promise<FoundPageContent | undefined> {
  const { tx, config, realNow } = context
  if (isInvoice(slug)) return findInvoicePage(context, slug)
  if (isCharge(slug)) return findChargePage(context, slug)
  const found = await findLink(tx, slug)
  if (!found) return undefined
  const { link, business, offsetMs } = found
  const merchantContext = withClockOffset({ tx, mode: business.mode, now: realNow, realNow }, offsetMs)
  const { closing, left, plan: record } = await readLinkState(merchantContext, link)
  const plan = planSheet(record, merchantContext.now, takesAccounts({ mode: business.mode, config }, link))
  const page: PageContent = {
    slug: link.slug,
    name: link.name,
    description: link.description,
    ...toPayee(config, business),
    picture: toPicture(config, link),
    amountKobo: record ? calculateFirstCharge(record, undefined).amountKobo : link.amountKobo,
    minimumKobo: link.minimumKobo,
    quantity: quantityLeft(link, left),
    feeBearer: plan ? 'merchant' : link.feeBearer,
    fields: link.customFields,
    collectPhone: link.collectPhone,
    hasThanks: link.redirectUrl !== null || link.successMessage !== null,
    channels: plan ? ['card'] : [...hostedChannels],
    coupon: null,
    plan: plan ?? null,
    invoice: null,
    saveCardConsent: null,
    isCharge: false,
  }
  return {
    page,
    closed: closing ? { closing, message: closing === 'archived' ? link.closedMessage : null } : null,
    takesCodes: record !== undefined && (await takesCodes(merchantContext, record)),
    now: merchantContext.now,
    merchantId: link.merchantId,
    paymentLinkId: link.id,
    invoiceId: null,
    chargeId: null,
  }
}

/** Units that a payer may choose: no more than are left. The page is closed when fewer than the minimum are. */
const quantityLeft = ({ quantity }: PaymentLinkRecord, left: number | undefined) =>
  quantity && left !== undefined ? { ...quantity, maximum: Math.min(quantity.maximum, left) } : quantity

function toPicture(config: Context['config'], { name, pictureFileId, pictureAltText }: PaymentLinkRecord) {
  const url = linkPictureUrl(config, pictureFileId)
  return url === null ? null : { url, altText: pictureAltText ?? name }
}

type Plan = NonNullable<LinkState['plan']>

const planSheet = (plan: Plan | undefined, now: Date, takesAccounts: boolean) =>
  plan && {
    name: plan.name,
    amountKobo: plan.amountKobo,
    interval: plan.interval,
    chargeLimit: plan.chargeLimit,
    trialDays: plan.trialDays,
    setupFeeKobo: plan.setupFeeKobo,
    isCardCheck: plan.trialDays > 0,
    discountKobo: 0,
    discountCharges: null,
    nextPaymentAt: secondPayment(plan, now)?.toISOString() ?? null,
    takesAccounts,
    termsVersion: planTermsVersion(plan),
  }

/** Date of the first charge after the trial; of the second charge if the plan has no trial. */
function secondPayment({ trialDays, interval, chargeLimit }: Plan, now: Date) {
  if (trialDays > 0) return new Date(now.getTime() + trialDays * dayMs)
  return chargeLimit === 1 ? undefined : addIntervals(now, interval, 1)
}

export async function getCheckoutPageHandler(context: Context, { slug }: ParsedInput<typeof getCheckoutPage>) {
  const found = await findPage(context, slug)
  if (found?.page.mode !== context.mode || found.closed) throw closedProblem(found?.closed?.closing)
  return found.page
}

export async function getCheckoutStateHandler(
  { tx, mode }: Context,
  { accessCode }: ParsedInput<typeof getCheckoutState>,
) {
  const payment = await findPayment(tx, mode, accessCode)
  if (!payment) throw problem.notFound('payment')
  return toCheckoutState(payment)
}
