import type { CheckoutPage } from '@adire/contract/checkout.ts'
import { subscribeByAccount } from '@adire/contract/subscriber.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runCreation } from '../../http/creation.ts'
import { builtPages, type Form, formOf, refuseForeign, sendPage, stepsOf } from '../../http/hosted-page.ts'
import type { Trouble } from '../../http/hosted-props.ts'
import { Problem } from '../../http/problem.ts'
import { validate } from '../../http/serve.ts'
import type { Runtime } from '../../runtime.ts'
import { banks } from '../lookups/lookups.ts'
import { findPage } from './checkout.ts'
import type { AccountProps, Renderer } from './page-props.ts'
import { subscribe } from './subscribe.ts'

interface PageRoute {
  Params: { slug: string }
  Body: unknown
}

interface Refused {
  status: number
  trouble: Trouble
  form: Form
}

/**
 * Where a payer subscribes whose bank account is to be debited: `/pay/page/{slug}/account`. One form, which needs no
 * script; from there she goes on to the page of her mandate.
 */
export function accountPages(app: FastifyInstance, runtime: Runtime): void {
  const { brand, publicUrl } = runtime.config
  const built = builtPages<Renderer>('checkout')

  const show = async (request: FastifyRequest<PageRoute>, reply: FastifyReply, refused?: Refused) => {
    const { slug } = request.params
    const [{ renderer, assets }, page] = await Promise.all([built(), look(runtime, slug)])
    if (!page) return reply.redirect(`/pay/page/${encodeURIComponent(slug)}`, 303)
    const { name = '', email = '', bankId = '', accountNumber = '' } = refused?.form ?? {}
    const trouble = refused?.trouble ?? null
    const props: AccountProps = { page, brand, banks, trouble, typed: { name, email, bankId, accountNumber } }
    return sendPage(reply.code(refused?.status ?? 200), renderer.renderAccount(props, assets))
  }

  app.get<PageRoute>('/pay/page/:slug/account', (request, reply) => show(request, reply))
  app.post<PageRoute>('/pay/page/:slug/account', async (request, reply) => {
    const page = await look(runtime, request.params.slug)
    if (!page) return show(request, reply)
    const form = formOf(request.body)
    try {
      refuseForeign(request)
      const { mandateUrl } = await runCreation(
        stepsOf(runtime, page.mode, request),
        subscribe,
        inputOf(page.slug, form),
      )
      return reply.redirect(mandateUrl.slice(publicUrl.length), 303)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const fields = Object.fromEntries(error.fields.map(({ field, message }) => [field, message]))
      return show(request, reply, { status: error.status, trouble: { message: error.message, fields }, form })
    }
  })
}

const inputOf = (slug: string, { name, email, bankId, accountNumber }: Form) =>
  validate(subscribeByAccount, { slug, name, email, accountNumber, ...(bankId && { bankId: Number(bankId) }) })

/** The page of a plan that is open and takes accounts. */
const look = ({ database, config, clock }: Runtime, slug: string): Promise<CheckoutPage | undefined> =>
  database.read(async (tx) => {
    const found = await findPage({ tx, config, realNow: clock() }, slug)
    return found && !found.closed && found.page.plan?.takesAccounts ? found.page : undefined
  })
