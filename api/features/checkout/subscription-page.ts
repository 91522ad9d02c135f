import type { CheckoutPage } from '@adire/contract/checkout.ts'
import { messages } from '@adire/contract/messages.ts'
import {
  cancelPayerSubscription,
  changeCard as changeCardEndpoint,
  type PayerSubscription,
} from '@adire/contract/subscriber.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Steps } from '../../context.ts'
import { builtPages, type Form, formOf, refuseForeign, sendPage, stepsOf } from '../../http/hosted-page.ts'
import type { Trouble } from '../../http/hosted-props.ts'
import { Problem } from '../../http/problem.ts'
import { validate } from '../../http/serve.ts'
import { inTimeOf, stepsInTimeOf } from '../../jobs/own-time.ts'
import type { Runtime } from '../../runtime.ts'
import type { PaymentRecord } from '../payments/payments.ts'
import { cancelAsPayer, findByAccessCode, sheetOf } from '../subscriptions/subscriptions.ts'
import { changeCard } from './change-card.ts'
import { takeForm } from './forms.ts'
import { one } from './page.ts'
import type { PageProps, Renderer, SubscriptionProps } from './page-props.ts'
import { findPayment, stateOf } from './state.ts'

type Query = string | string[] | undefined
interface PageRoute {
  Params: { accessCode: string }
  Querystring: { payment?: Query; cancel?: Query; done?: Query }
  Body: unknown
}

interface Refused {
  status: number
  trouble: Trouble
}

/**
 * A subscription for its payer: `/pay/subscription/{access code}`, to which every mail about it leads. To read it and to
 * cancel needs no script at all; another card is given on the checkout's own steps, at the same address with a payment.
 */
export function subscriptionPages(app: FastifyInstance, runtime: Runtime): void {
  const { brand } = runtime.config
  const built = builtPages<Renderer>('checkout')

  const show = async (request: FastifyRequest<PageRoute>, reply: FastifyReply, refused?: Refused) => {
    const [{ renderer, assets }, found] = await Promise.all([built(), look(runtime, request)])
    if (!found) {
      const props = { brand, isResuming: false, page: undefined }
      return sendPage(reply.code(404), renderer.renderClosed(props, assets))
    }
    const { page, subscription, payment, now } = found
    const trouble = refused?.trouble ?? null
    reply.code(refused?.status ?? 200)
    if (!payment) {
      const props: SubscriptionProps = { page, subscription, brand, trouble, ...asked(request.query, subscription) }
      return sendPage(reply, renderer.renderSubscription(props, assets))
    }
    const props: PageProps = {
      page,
      subscription,
      brand,
      banks: { ussd: [], debit: [] },
      payment: stateOf(payment),
      way: null,
      checkoutId: payment.checkoutId ?? crypto.randomUUID(),
      typed: { email: '', amount: '', phone: '', fields: {} },
      thanks: null,
      trouble,
      embedder: null,
      renderedAt: now.toISOString(),
    }
    return sendPage(reply, renderer.renderCheckout(props, assets))
  }

  app.get<PageRoute>('/pay/subscription/:accessCode', async (request, reply) => show(request, reply))
  app.post<PageRoute>('/pay/subscription/:accessCode', async (request, reply) => {
    const found = await look(runtime, request)
    if (!found) return show(request, reply)
    const form = formOf(request.body)
    const address = `/pay/subscription/${found.subscription.accessCode}`
    try {
      refuseForeign(request)
      const steps = stepsInTimeOf(stepsOf(runtime, found.page.mode, request), found.merchantId)
      return reply.redirect(`${address}?${await take(steps, found, form)}`, 303)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // It has moved on, by another tab or by the same form sent before: the page shows to where.
      if (found.payment && error.status === 409 && error.code !== 'payment_expired')
        return reply.redirect(`${address}?payment=${found.payment.accessCode}`, 303)
      if (form.step === 'cancel' && error.status === 409) return reply.redirect(address, 303)
      const fields = Object.fromEntries(error.fields.map(({ field, message }) => [field, message]))
      return show(request, reply, { status: error.status, trouble: { message: error.message, fields } })
    }
  })
}

/** What the address asks for, and what it says was done. */
const asked = ({ cancel, done }: PageRoute['Querystring'], { cancelledAt }: PayerSubscription) => ({
  asks: one(cancel) === undefined ? null : ('cancel' as const),
  notice: one(done) === 'cancelled' && cancelledAt ? messages.subscriptionCancelled : null,
})

/** Does what a form is for, and answers where to go on. */
async function take(steps: Steps, found: Found, form: Form): Promise<string> {
  const { accessCode } = found.subscription
  if (form.step === 'cancel') {
    const input = validate(cancelPayerSubscription, { accessCode, ...(form.note?.trim() && { note: form.note }) })
    await steps.write((context) => cancelAsPayer(context, input))
    return 'done=cancelled'
  }
  if (form.step === 'card' && !found.payment) return `payment=${await begin(steps, accessCode)}`
  if (form.step === 'again') return `payment=${await begin(steps, accessCode)}`
  return `payment=${(await takeForm(steps, found, form)).accessCode}`
}

const begin = async (steps: Steps, accessCode: string): Promise<string> =>
  (await steps.write((context) => changeCard(context, validate(changeCardEndpoint, { accessCode })))).accessCode

interface Found {
  page: CheckoutPage
  subscription: PayerSubscription
  payment: PaymentRecord | undefined
  merchantId: string
  now: Date
}

/** The subscription in either mode, and the payment that the address names, if it changes the card of this one. */
const look = (
  { database, config, clock }: Runtime,
  { params, query }: FastifyRequest<PageRoute>,
): Promise<Found | undefined> =>
  database.read(async (tx) => {
    const found = await findByAccessCode(tx, params.accessCode)
    if (!found) return undefined
    const { held, business } = found
    const realNow = clock()
    const { now } = await inTimeOf({ tx, mode: business.mode, now: realNow, realNow }, held.merchantId)
    const subscription = await sheetOf({ tx, config }, found)
    const code = one(query.payment)
    const named = code === undefined ? undefined : await findPayment(tx, business.mode, code)
    const isOfPage = named?.subscriptionId === held.id && named.paymentLinkId === null && named.savedCardId === null
    return {
      page: pageOf(subscription),
      subscription,
      payment: isOfPage ? named : undefined,
      merchantId: held.merchantId,
      now,
    }
  })

/** As the checkout's steps know a page. */
const pageOf = (subscription: PayerSubscription): CheckoutPage => ({
  slug: subscription.accessCode,
  name: subscription.planName,
  description: null,
  businessName: subscription.business.name,
  logoUrl: subscription.business.logoUrl,
  supportEmail: subscription.business.supportEmail,
  mode: subscription.mode,
  amountKobo: subscription.cardChange.amountKobo,
  minimumKobo: null,
  feeBearer: 'merchant',
  fields: [],
  collectPhone: false,
  hasThanks: false,
  channels: ['card'],
  plan: {
    name: subscription.planName,
    amountKobo: subscription.amountKobo,
    interval: subscription.interval,
    chargeLimit: subscription.chargesLeft,
    trialDays: 0,
    isCardCheck: false,
    nextPaymentAt: subscription.nextPaymentAt,
    takesAccounts: false,
  },
  invoice: null,
  isCharge: false,
})
