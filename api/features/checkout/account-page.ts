import type { AccountProps, Renderer } from '@adire/contract/checkout-page-props.ts'
import type { CheckoutPage } from '@adire/contract/checkout-schemas.ts'
import { subscribeByAccount } from '@adire/contract/subscribing.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runCreation } from '../../http/creation.ts'
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
import type { Runtime } from '../../runtime.ts'
import { activeBanks } from '../lookups/lookups.ts'
import { findPage } from './checkout.ts'
import { checkTypedCode } from './coupon.ts'
import { lastValue } from './page.ts'
import { subscribeByAccountHandler } from './subscribe.ts'

interface PageRoute {
  Params: { slug: string }
  Querystring: { code?: string | string[] }
  Body: unknown
}

/**
 * Routes of the page to subscribe by direct debit, `/pay/page/{slug}/account`: one form, which works without script. It redirects
 * the payer to the page of the mandate.
 */
export function accountPages(app: FastifyInstance, runtime: Runtime): void {
  const { brand, publicUrl } = runtime.config
  const built = builtPages<Renderer>('checkout')

  const sendCheckout = async (request: FastifyRequest<PageRoute>, reply: FastifyReply, rejected?: RejectedForm) => {
    const { slug } = request.params
    const [{ renderer, assets }, page] = await Promise.all([built(), findPageWithCode(runtime, request)])
    if (!page) return reply.redirect(`/pay/page/${encodeURIComponent(slug)}`, 303)
    const { name = '', email = '', bankId = '', accountNumber = '' } = rejected?.form ?? {}
    const error = rejected?.error ?? null
    const props: AccountProps = {
      page,
      brand,
      banks: activeBanks,
      error,
      language: chooseLanguage(request, reply, runtime.config, page.mode),
      typed: { name, email, bankId, accountNumber },
    }
    return sendPage(reply.code(rejected?.problem.status ?? 200), renderer.renderAccount(props, assets))
  }

  app.get<PageRoute>('/pay/page/:slug/account', (request, reply) => sendCheckout(request, reply))
  app.post<PageRoute>('/pay/page/:slug/account', async (request, reply) => {
    const page = await findPageWithCode(runtime, request)
    if (!page) return sendCheckout(request, reply)
    return answerForm(
      request,
      async (form) => {
        const { mandateUrl } = await runCreation(
          hostedUnitOfWork(runtime, page.mode, request),
          subscribeByAccountHandler,
          parseInput(page, form),
        )
        return reply.redirect(mandateUrl.slice(publicUrl.length), 303)
      },
      (rejected) => sendCheckout(request, reply, rejected),
    )
  })
}

const parseInput = ({ slug, coupon }: CheckoutPage, { name, email, bankId, accountNumber }: PostedForm) =>
  validateInput(subscribeByAccount, {
    slug,
    name,
    email,
    accountNumber,
    ...(bankId && { bankId: Number(bankId) }),
    ...(coupon && { couponId: coupon.id }),
  })

/** The open page, with the coupon of the code in its URL. A code that is not valid leaves the full price. */
async function findPageWithCode(runtime: Runtime, request: FastifyRequest<PageRoute>) {
  const page = await findOpenPage(runtime, request.params.slug)
  const code = lastValue(request.query.code)
  if (!page || !code) return page
  return (await checkTypedCode(hostedUnitOfWork(runtime, page.mode, request), page.slug, code)).page ?? page
}

/** The page of the slug, if it is open and its plan accepts bank accounts. */
const findOpenPage = ({ database, config, clock }: Runtime, slug: string): Promise<CheckoutPage | undefined> =>
  database.read(async (tx) => {
    const found = await findPage({ tx, config, realNow: clock() }, slug)
    return found && !found.closed && found.page.plan?.takesAccounts ? found.page : undefined
  })
