import {
  answerBank,
  type CheckoutPage,
  getCheckoutPage,
  getCheckoutState,
  payByCard,
  payByTransfer,
  simulateTransfer,
  startPayment,
} from '@adire/contract/checkout.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { answer, answerInSteps } from '../../http/answer.ts'
import { problem } from '../../http/problem.ts'
import { logoUrl } from '../merchants/logo-url.ts'
import { answerQuestion, chargeCard } from './charge.ts'
import { findInvoicePage, isInvoice } from './invoice.ts'
import { closed, type FoundPage, findLink } from './link.ts'
import { start } from './start.ts'
import { findPayment, stateOf } from './state.ts'
import { openAccount, simulate } from './transfer.ts'

export const routes = [
  answer(getCheckoutPage, page),
  answer(startPayment, start),
  answer(getCheckoutState, state),
  answerInSteps(payByCard, chargeCard),
  answerInSteps(answerBank, answerQuestion),
  answerInSteps(payByTransfer, openAccount),
  answerInSteps(simulateTransfer, simulate),
]

/** The page a payer sees under a published link's address, in whichever mode its business lives. */
export async function findPage(
  { tx, config }: Pick<Context, 'tx' | 'config'>,
  slug: string,
): Promise<FoundPage | undefined> {
  if (isInvoice(slug)) return findInvoicePage({ tx, config }, slug)
  const found = await findLink(tx, slug)
  if (found?.link.status !== 'active') return undefined
  const { link, business } = found
  const page: CheckoutPage = {
    slug: link.slug,
    name: link.name,
    description: link.description,
    businessName: business.businessName,
    logoUrl: logoUrl(config, business.logoFileId),
    supportEmail: business.supportEmail,
    mode: business.mode,
    amountKobo: link.amountKobo,
    feeBearer: link.feeBearer,
    channels: ['card', 'bank_transfer'],
    invoice: null,
  }
  return { page, paymentLinkId: link.id, invoiceId: null }
}

async function page(context: Context, { slug }: Parsed<typeof getCheckoutPage>) {
  const found = await findPage(context, slug)
  if (found?.page.mode !== context.mode) throw closed()
  return found.page
}

async function state({ tx, mode }: Context, { accessCode }: Parsed<typeof getCheckoutState>) {
  const payment = await findPayment(tx, mode, accessCode)
  if (!payment) throw problem.notFound('payment')
  return stateOf(payment)
}
