import type { ClosedPage, PageProps, Renderer } from '@adire/contract/checkout-page-props.ts'
import type { CheckoutPage, Thanks } from '@adire/contract/checkout-schemas.ts'
import { ChargeKobo } from '@adire/contract/fields.ts'
import type { FormError } from '@adire/contract/hosted-page-props.ts'
import { formatNairaNumber } from '@adire/contract/money.ts'
import { Channel } from '@adire/contract/payments-schemas.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiConfig } from '../../config.ts'
import {
  answerForm,
  builtPages,
  hostedUnitOfWork,
  type PostedForm,
  type RejectedForm,
  sendPage,
} from '../../http/hosted-page.ts'
import { chooseLanguage } from '../../http/language.ts'
import { unitOfWorkOnBusinessClock } from '../../jobs/business-clock.ts'
import type { Runtime } from '../../runtime.ts'
import type { ViewCounter } from '../payment-links/views.ts'
import { findCouponIfPresent } from '../subscriptions/coupon.ts'
import { findPage } from './checkout.ts'
import { checkTypedCode, withCoupon } from './coupon.ts'
import { maySee, parseEmbedder } from './embedder.ts'
import { type SubmittedForm, submitForm, typedFields } from './forms.ts'
import { isCharge } from './hosted-charge.ts'
import { isInvoice } from './invoice.ts'
import { offerBanks } from './offered-banks.ts'
import { withAgreedPrice } from './plan-terms.ts'
import { findPayment, toCheckoutState } from './state.ts'
import { findThanks } from './thanks.ts'

interface PageRoute {
  Params: { slug: string; scheme?: string; host?: string }
  Querystring: Partial<Record<'payment' | 'way' | 'email' | 'amountKobo' | 'quantity' | 'code', string | string[]>>
  Body: unknown
}

/** Codes of 409 errors that a reload of the page would not explain, so they are shown. */
const explained = new Set([
  'page_changed',
  'payment_expired',
  'invoice_closed',
  'channel_refused',
  'coupon_used_up',
  'payments_stopped',
  'day_limit_reached',
])

/**
 * Routes of the checkout page, `/pay/page/{slug}`. It is rendered on the server for each request, so it is readable before
 * its script loads and works without script: each step is a form posted here, answered with a redirect to the next step. A rejected
 * form is answered with the same page and the error.
 */
export function checkoutPages(app: FastifyInstance, runtime: Runtime, views: ViewCounter): void {
  const { brand } = runtime.config
  const built = builtPages<Renderer>('checkout')

  const sendCheckout = async (request: FastifyRequest<PageRoute>, reply: FastifyReply, rejected?: RejectedForm) => {
    const [{ renderer, assets }, found] = await Promise.all([built(), findPageWithCode(runtime, request)])
    const code = lastValue(request.query.payment)
    const embedder = parseEmbedder(request.params)
    const language = chooseLanguage(
      request,
      reply,
      runtime.config,
      found?.isOpen ? found.page.mode : found?.closed.mode,
    )
    if (!found?.isOpen) {
      const props = { brand, language, isResuming: code !== undefined, page: found?.closed, kind: 'page' as const }
      return sendPage(reply.code(404), renderer.renderClosed(props, assets), embedder)
    }
    const { page, payment } = found
    // An origin that may not embed the page is redirected to the normal page, which forbids all framing.
    if (request.params.host && !(embedder && maySee(embedder, page.mode)))
      return reply.redirect(checkoutPath(page.slug, payment?.accessCode), 303)
    if (found.link && !code && !rejected && isLookedAt(request)) views.add(found.link, runtime.clock())
    const props = { ...toPageProps(runtime.config, found, request.query, rejected), embedder, language }
    return sendPage(reply.code(rejected?.problem.status ?? 200), renderer.renderCheckout(props, assets), embedder)
  }

  const take = async (request: FastifyRequest<PageRoute>, reply: FastifyReply) => {
    const found = await findPageWithCode(runtime, request)
    if (!found?.isOpen) return sendCheckout(request, reply)
    return answerForm(
      request,
      async (form) => {
        const { accessCode } = await submitForm(
          unitOfWorkOnBusinessClock(hostedUnitOfWork(runtime, found.page.mode, request), found.merchantId),
          found,
          form,
        )
        return reply.redirect(pathOf(request) + paymentQuery(accessCode, wayOn(form)), 303)
      },
      (rejected) => {
        const { status, code, headers } = rejected.problem
        // The payment has changed in another tab or by an earlier submit of the same form: redirect to its present state.
        if (found.payment && status === 409 && !explained.has(code))
          return reply.redirect(pathOf(request) + paymentQuery(found.payment.accessCode), 303)
        reply.headers(headers)
        return sendCheckout(request, reply, rejected)
      },
    )
  }
  for (const address of [
    '/pay/page/:slug',
    '/pay/invoice/:slug',
    '/pay/charge/:slug',
    '/pay/embed/:scheme/:host/:slug',
  ]) {
    app.get<PageRoute>(address, async (request, reply) => sendCheckout(request, reply))
    app.post<PageRoute>(address, take)
  }
}

function toPageProps(
  config: ApiConfig,
  { page, payment, thanks, code, now }: Open,
  query: PageRoute['Querystring'],
  rejected: RejectedForm | undefined,
): Omit<PageProps, 'embedder' | 'language'> {
  const unknown = lastValue(query.payment) !== undefined && !payment ? unknownPayment : null
  return {
    page,
    subscription: null,
    brand: config.brand,
    banks: offerBanks({ mode: page.mode, config }, payment?.processor ?? null),
    payment: payment ? toCheckoutState(payment) : null,
    way: Channel.safeParse(lastValue(query.way)).data ?? null,
    checkoutId: payment?.checkoutId ?? crypto.randomUUID(),
    typed: typedIn(page, rejected?.form ?? filledIn(query)),
    thanks,
    error: rejected ? toFormError(rejected) : unknown,
    code,
    renderedAt: now.toISOString(),
  }
}

export const checkoutPath = (slug: string, accessCode?: string) =>
  `/pay/${pageKind(slug)}/${slug}${accessCode ? paymentQuery(accessCode) : ''}`

const pageKind = (slug: string) => (isInvoice(slug) ? 'invoice' : isCharge(slug) ? 'charge' : 'page')
const paymentQuery = (accessCode: string, way?: string) => `?payment=${accessCode}${way ? `&way=${way}` : ''}`
const pathOf = ({ url }: FastifyRequest<PageRoute>) => url.split('?')[0]!

/** The channel chosen for a new attempt ("again"). */
const wayOn = ({ step, way }: PostedForm) => (step === 'again' ? Channel.safeParse(way).data : undefined)

const unknownPayment: FormError = { message: 'This is not a payment of ours. You can begin a new one.', fields: {} }

type Looked = { isOpen: false; closed: ClosedPage } | (Open & { isOpen: true })
interface Open extends SubmittedForm {
  link: { merchantId: string; id: string } | undefined
  thanks: Thanks | null
  merchantId: string
  now: Date
  code: PageProps['code']
}

/**
 * The page (either mode) and the payment named in the URL, if it belongs to this page. A payer with a started payment still sees
 * the page after it has closed.
 */
const findRequestedPage = (
  { database, config, clock }: Runtime,
  { params, query, url }: FastifyRequest<PageRoute>,
): Promise<Looked | undefined> =>
  database.read(async (tx) => {
    const kind = pageKind(params.slug)
    // Every checkout page can be embedded except an invoice: the document is as wide as a page.
    const isHere = params.host ? kind !== 'invoice' : url.startsWith(`/pay/${kind}/`)
    if (!isHere) return undefined
    const found = await findPage({ tx, config, realNow: clock() }, params.slug)
    if (!found) return undefined
    const { page, now, closed, merchantId, paymentLinkId, invoiceId, chargeId } = found
    const accessCode = lastValue(query.payment)
    const named = accessCode === undefined ? undefined : await findPayment(tx, page.mode, accessCode)
    const isOfPage =
      named?.paymentLinkId === paymentLinkId && named.invoiceId === invoiceId && named.chargeId === chargeId
    const payment = isOfPage ? named : found.payment
    if (closed && !payment) return { isOpen: false, closed: { ...page, ...closed } }
    const link = paymentLinkId ? { merchantId, id: paymentLinkId } : undefined
    const agreed = withAgreedPrice(page, payment)
    const coupon = payment?.couponId ? await findCouponIfPresent(tx, { merchantId, id: payment.couponId }) : undefined
    const code = found.takesCodes && !payment ? { typed: '', error: null } : null
    const thanks = page.hasThanks && payment?.paidAt ? await findThanks(tx, payment) : null
    return { isOpen: true, page: withCoupon(agreed, coupon), payment, link, thanks, merchantId, now, code }
  })

/** The requested page, with the coupon of the code in its URL if no payment has started. */
async function findPageWithCode(runtime: Runtime, request: FastifyRequest<PageRoute>): Promise<Looked | undefined> {
  const found = await findRequestedPage(runtime, request)
  const typed = lastValue(request.query.code)
  if (!found?.isOpen || !found.code || !typed) return found
  const { page, ...code } = await checkTypedCode(
    hostedUnitOfWork(runtime, found.page.mode, request),
    found.page.slug,
    typed,
  )
  return { ...found, code, page: page ?? found.page }
}

/**
 * True if a person opens the page. Not counted: bots and link previews (by user agent), browser prefetch, reloads, and clicks from
 * our own pages (the merchant viewing the page).
 */
function isLookedAt({ method, headers }: FastifyRequest): boolean {
  const agent = headers['user-agent'] ?? ''
  const isMachine =
    agent === '' || /bot|crawl|spider|preview|facebookexternalhit|whatsapp|curl|wget|python/i.test(agent)
  const prefetchHeaders = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`
  const isOurs = /^same-/.test(String(headers['sec-fetch-site'] ?? ''))
  const isReload = headers['cache-control'] === 'max-age=0'
  return method === 'GET' && !isMachine && !/prefetch|preview|prerender/i.test(prefetchHeaders) && !isOurs && !isReload
}

/** Email, amount and quantity prefilled from the query string. The payer can change them. */
function filledIn({ email, amountKobo, quantity }: PageRoute['Querystring']): PostedForm {
  const kobo = ChargeKobo.safeParse(Number(lastValue(amountKobo))).data
  return {
    email: lastValue(email)?.slice(0, 254) ?? '',
    amount: kobo ? formatNairaNumber(kobo) : '',
    quantity: lastValue(quantity) ?? '',
  }
}

const toFormError = ({ problem: { code }, error }: RejectedForm): FormError =>
  code === 'page_changed' || code === 'price_changed' ? { ...error, isOutdated: true } : error

const typedIn = (page: CheckoutPage, form: PostedForm = {}): PageProps['typed'] => ({
  email: form.email ?? '',
  amount: form.amount ?? '',
  quantity: /^\d{1,4}$/.test(form.quantity ?? '') ? form.quantity! : '',
  phone: form.phone ?? '',
  fields: typedFields(page, form),
})

export const lastValue = (value: string | string[] | undefined) => (Array.isArray(value) ? value.at(-1) : value)
