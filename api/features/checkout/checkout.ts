import { askInPage as askInPageEndpoint, hostedChannels, initialiseCharge } from '@adire/contract/charges.ts'
import {
  answerBank,
  type CheckoutPage,
  getCheckoutPage,
  getCheckoutState,
  getThanks,
  payByAccount,
  payByCard,
  payByQr,
  payByTransfer,
  payByUssd,
  simulateOutcome,
  simulateTransfer,
  startPayment,
} from '@adire/contract/checkout.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { changeCard as changeCardEndpoint, subscribeByAccount } from '@adire/contract/subscriber.ts'
import type { Context } from '../../context.ts'
import { answer, answerCreation, answerInSteps } from '../../http/answer.ts'
import { problem } from '../../http/problem.ts'
import { inTimeOf } from '../../jobs/own-time.ts'
import { logoUrl } from '../merchants/logo-url.ts'
import { cardCheckKobo, stepFrom } from '../subscriptions/subscriptions.ts'
import { debitAccount } from './account.ts'
import { askInPage } from './ask-in-page.ts'
import { changeCard } from './change-card.ts'
import { answerQuestion, chargeCard } from './charge.ts'
import { findChargePage, isCharge } from './hosted-charge.ts'
import { inTime } from './in-time.ts'
import { initialise } from './initialise.ts'
import { findInvoicePage, isInvoice } from './invoice.ts'
import { closed, closingOf, type FoundPage, findLink, type Link, planOfLink } from './link.ts'
import { openQr, openUssd } from './offline.ts'
import { play } from './play.ts'
import { start } from './start.ts'
import { findPayment, stateOf } from './state.ts'
import { subscribe, takesAccounts } from './subscribe.ts'
import { thanks } from './thanks.ts'
import { openAccount, simulate } from './transfer.ts'

export const routes = [
  answer(initialiseCharge, initialise),
  answer(getCheckoutPage, page),
  answer(startPayment, start, ['slug', 'checkoutId']),
  answer(askInPageEndpoint, askInPage, ['key']),
  answer(getCheckoutState, state),
  answer(getThanks, thanks),
  answer(changeCardEndpoint, changeCard, ['accessCode']),
  answerCreation(subscribeByAccount, subscribe, ['slug', 'email']),
  answerInSteps(payByCard, inTime(chargeCard)),
  answerInSteps(answerBank, inTime(answerQuestion)),
  answerInSteps(payByTransfer, inTime(openAccount)),
  answerInSteps(payByUssd, inTime(openUssd)),
  answerInSteps(payByQr, inTime(openQr)),
  answerInSteps(payByAccount, inTime(debitAccount)),
  answerInSteps(simulateTransfer, simulate),
  answerInSteps(simulateOutcome, inTime(play)),
]

/** What stands under an address, in whichever mode its business lives. Undefined where nothing ever stood. */
export async function findPage(
  context: Pick<Context, 'tx' | 'config' | 'realNow'>,
  slug: string,
): Promise<FoundPage | undefined> {
  const { tx, config, realNow } = context
  if (isInvoice(slug)) return findInvoicePage(context, slug)
  if (isCharge(slug)) return findChargePage(context, slug)
  const found = await findLink(tx, slug)
  if (!found) return undefined
  const { link, business } = found
  const own = await inTimeOf({ tx, mode: business.mode, now: realNow, realNow }, link.merchantId)
  const closing = await closingOf(own, link)
  const plan = planSheet(await planOfLink(tx, link), link, own.now)
  const page: CheckoutPage = {
    slug: link.slug,
    name: link.name,
    description: link.description,
    businessName: business.businessName,
    logoUrl: logoUrl(config, business.logoFileId),
    supportEmail: business.supportEmail,
    mode: business.mode,
    amountKobo: plan ? (plan.isCardCheck ? cardCheckKobo : plan.amountKobo) : link.amountKobo,
    minimumKobo: link.minimumKobo,
    feeBearer: plan ? 'merchant' : link.feeBearer,
    fields: link.customFields,
    collectPhone: link.collectPhone,
    hasThanks: link.redirectUrl !== null || link.successMessage !== null,
    channels: plan ? ['card'] : [...hostedChannels],
    plan: plan ?? null,
    invoice: null,
    isCharge: false,
  }
  return {
    page,
    closed: closing ? { closing, message: closing === 'archived' ? link.farewell : null } : null,
    now: own.now,
    merchantId: link.merchantId,
    paymentLinkId: link.id,
    invoiceId: null,
    chargeId: null,
  }
}

type Plan = NonNullable<Awaited<ReturnType<typeof planOfLink>>>

const planSheet = (plan: Plan | undefined, link: Link, now: Date) =>
  plan && {
    name: plan.name,
    amountKobo: plan.amountKobo,
    interval: plan.interval,
    chargeLimit: plan.chargeLimit,
    trialDays: plan.trialDays,
    isCardCheck: plan.trialDays > 0,
    nextPaymentAt: secondPayment(plan, now)?.toISOString() ?? null,
    takesAccounts: takesAccounts(link),
  }

/** The first charge after the free days, or the second where there are none. */
function secondPayment({ trialDays, interval, chargeLimit }: Plan, now: Date) {
  if (trialDays > 0) return new Date(now.getTime() + trialDays * dayMs)
  return chargeLimit === 1 ? undefined : stepFrom(now, interval, 1)
}
const dayMs = 24 * 3_600_000

async function page(context: Context, { slug }: Parsed<typeof getCheckoutPage>) {
  const found = await findPage(context, slug)
  if (found?.page.mode !== context.mode || found.closed) throw closed(found?.closed?.closing)
  return found.page
}

async function state({ tx, mode }: Context, { accessCode }: Parsed<typeof getCheckoutState>) {
  const payment = await findPayment(tx, mode, accessCode)
  if (!payment) throw problem.notFound('payment')
  return stateOf(payment)
}
