import type { PageProps, Renderer, SubscriptionProps } from '@adire/contract/checkout-page-props.ts'
import type { CheckoutPage } from '@adire/contract/checkout-schemas.ts'
import { cancelPayerSubscription, changeCard } from '@adire/contract/subscriber.ts'
import type { PayerSubscription } from '@adire/contract/subscriber-schemas.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UnitOfWork } from '../../context.ts'
import {
  answerForm,
  builtPages,
  hostedUnitOfWork,
  type PostedForm,
  type RejectedForm,
  sendPage,
} from '../../http/hosted-page.ts'
import { chooseLanguage } from '../../http/language.ts'
import { validateInput } from '../../http/read-input.ts'
import { unitOfWorkOnBusinessClock, withBusinessClock } from '../../jobs/business-clock.ts'
import type { Runtime } from '../../runtime.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { buildPayerSubscription, cancelPayerSubscriptionHandler, findByAccessCode } from '../subscriptions/payer.ts'
import { changeCardHandler } from './change-card.ts'
import { submitForm } from './forms.ts'
import type { PageContent } from './link.ts'
import { offerChannels } from './offered-channels.ts'
import { lastValue } from './page.ts'
import { findPayment, toCheckoutState } from './state.ts'

type Query = string | string[] | undefined
interface PageRoute {
  Params: { accessCode: string }
  Querystring: { payment?: Query; cancel?: Query; done?: Query }
  Body: unknown
}

/**
 * Routes of the payer's subscription page, `/pay/subscription/{access code}`; every email about the subscription links to it. Reading
 * and cancelling need no script. A card change uses the checkout steps, at the same URL with a payment.
 */
export function subscriptionPages(app: FastifyInstance, runtime: Runtime): void {
  const { brand } = runtime.config
  const built = builtPages<Renderer>('checkout')

  const sendCheckout = async (request: FastifyRequest<PageRoute>, reply: FastifyReply, rejected?: RejectedForm) => {
    const [{ renderer, assets }, found] = await Promise.all([built(), findPage(runtime, request)])
    const language = chooseLanguage(request, reply, runtime.config, found?.page.mode)
    if (!found) {
      const props = { brand, language, isResuming: false, page: undefined, kind: 'subscription' as const }
      return sendPage(reply.code(404), renderer.renderClosed(props, assets))
    }
    const { page, subscription, payment, now } = found
    const error = rejected?.error ?? null
    reply.code(rejected?.problem.status ?? 200)
    if (!payment) {
      const state = pageState(request.query, subscription)
      const props: SubscriptionProps = { page, subscription, brand, error, language, ...state }
      return sendPage(reply, renderer.renderSubscription(props, assets))
    }
    const props: PageProps = {
      page,
      subscription,
      brand,
      banks: {},
      payment: toCheckoutState(payment),
      way: null,
      checkoutId: payment.checkoutId ?? crypto.randomUUID(),
      typed: { email: '', amount: '', quantity: '', phone: '', fields: {} },
      thanks: null,
      error,
      embedder: null,
      language,
      code: null,
      renderedAt: now.toISOString(),
    }
    return sendPage(reply, renderer.renderCheckout(props, assets))
  }

  app.get<PageRoute>('/pay/subscription/:accessCode', async (request, reply) => sendCheckout(request, reply))
  app.post<PageRoute>('/pay/subscription/:accessCode', async (request, reply) => {
    const found = await findPage(runtime, request)
    if (!found) return sendCheckout(request, reply)
    const address = `/pay/subscription/${found.subscription.accessCode}`
    return answerForm(
      request,
      async (form) => {
        const unitOfWork = unitOfWorkOnBusinessClock(
          hostedUnitOfWork(runtime, found.page.mode, request),
          found.merchantId,
        )
        return reply.redirect(`${address}?${await applyForm(unitOfWork, found, form)}`, 303)
      },
      (rejected) => {
        const { status, code } = rejected.problem
        // The payment has changed in another tab or by an earlier submit of the same form: redirect to its present state.
        if (found.payment && status === 409 && code !== 'payment_expired')
          return reply.redirect(`${address}?payment=${found.payment.accessCode}`, 303)
        if (rejected.form.step === 'cancel' && status === 409) return reply.redirect(address, 303)
        return sendCheckout(request, reply, rejected)
      },
    )
  })
}

/** Confirmation to show and success message, from the query string. */
const pageState = ({ cancel, done }: PageRoute['Querystring'], { cancelledAt }: PayerSubscription) => ({
  confirmation: lastValue(cancel) === undefined ? null : ('cancel' as const),
  notice: lastValue(done) === 'cancelled' && cancelledAt ? ('cancelled' as const) : null,
})

/** Runs the submitted form and returns the query string to redirect to. */
async function applyForm(unitOfWork: UnitOfWork, found: Found, form: PostedForm): Promise<string> {
  const { accessCode } = found.subscription
  if (form.step === 'cancel') {
    const input = validateInput(cancelPayerSubscription, { accessCode, ...(form.note?.trim() && { note: form.note }) })
    await unitOfWork.write((context) => cancelPayerSubscriptionHandler(context, input))
    return 'done=cancelled'
  }
  if (form.step === 'card' && !found.payment) return `payment=${await startCardPayment(unitOfWork, accessCode)}`
  if (form.step === 'again') return `payment=${await startCardPayment(unitOfWork, accessCode)}`
  return `payment=${(await submitForm(unitOfWork, found, form)).accessCode}`
}

const startCardPayment = async (unitOfWork: UnitOfWork, accessCode: string): Promise<string> =>
  (await unitOfWork.write((context) => changeCardHandler(context, validateInput(changeCard, { accessCode }))))
    .accessCode

interface Found {
  page: CheckoutPage
  subscription: PayerSubscription
  payment: PaymentRecord | undefined
  merchantId: string
  now: Date
}

/** The subscription (either mode) and the payment named in the URL, if it is a card change of this subscription. */
const findPage = (
  { database, config, clock }: Runtime,
  { params, query }: FastifyRequest<PageRoute>,
): Promise<Found | undefined> =>
  database.read(async (tx) => {
    const found = await findByAccessCode(tx, params.accessCode)
    if (!found) return undefined
    const { subscription: record, business } = found
    const realNow = clock()
    const { now } = await withBusinessClock({ tx, mode: business.mode, now: realNow, realNow }, record.merchantId)
    const subscription = await buildPayerSubscription({ tx, config }, found)
    const code = lastValue(query.payment)
    const named = code === undefined ? undefined : await findPayment(tx, business.mode, code)
    const isOfPage = named?.subscriptionId === record.id && named.paymentLinkId === null && named.savedCardId === null
    return {
      page: {
        ...toCheckoutPage(subscription),
        ...offerChannels({ mode: subscription.mode, config }, ['card']),
        prices: [],
        unhealthyChannels: [],
      },
      subscription,
      payment: isOfPage ? named : undefined,
      merchantId: record.merchantId,
      now,
    }
  })

/** The subscription as a `CheckoutPage`, for the shared checkout steps. */
const toCheckoutPage = (subscription: PayerSubscription): PageContent => ({
  slug: subscription.accessCode,
  name: subscription.planName,
  description: null,
  businessName: subscription.business.name,
  logoUrl: subscription.business.logoUrl,
  brandColor: subscription.business.brandColor,
  picture: null,
  supportEmail: subscription.business.supportEmail,
  mode: subscription.mode,
  amountKobo: subscription.cardChange.amountKobo,
  minimumKobo: null,
  quantity: null,
  feeBearer: 'merchant',
  fields: [],
  collectPhone: false,
  hasThanks: false,
  channels: ['card'],
  plan: {
    name: subscription.planName,
    amountKobo: subscription.amountKobo,
    discountKobo: subscription.discount?.amountKobo ?? 0,
    discountCharges: subscription.discount?.chargesLeft ?? null,
    interval: subscription.interval,
    chargeLimit: subscription.chargesLeft,
    trialDays: 0,
    setupFeeKobo: subscription.setupFeeKobo,
    isCardCheck: false,
    nextPaymentAt: subscription.nextPaymentAt,
    takesAccounts: false,
    termsVersion: null,
  },
  coupon: null,
  invoice: null,
  saveCardConsent: null,
  isCharge: false,
})
