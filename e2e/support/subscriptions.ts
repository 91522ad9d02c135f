import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { listSubscriptions } from '@adire/contract/subscriptions.ts'
import type { Business } from './business.ts'
import { freshName, randomEmail } from './checkout.ts'

/** Creates a plan and its link over the API. */
export async function createPlanWithLink(business: Business, amountKobo = 500_000) {
  const plan = await business.call(createPlan, { name: freshName('Style box'), amountKobo, interval: 'monthly' })
  const link = await business.call(createPaymentLink, { name: freshName('Style box'), planId: plan.id })
  return { plan, link }
}

/** Pays at a page by card, with the same calls as the page's script. */
export async function payPage(business: Business, slug: string, number: string, email: string) {
  const begun = await business.call(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
  await business.call(payByCard, {
    accessCode: begun.accessCode,
    number,
    expiryMonth: 12,
    expiryYear: 2039,
    cvv: '408',
  })
}

export async function subscribePayer(business: Business, slug: string, number: string, email = randomEmail('ngozi')) {
  await payPage(business, slug, number, email)
  const { content } = await business.call(listSubscriptions, { search: email })
  return { email, id: content[0]!.id }
}

/** Link in every email about a subscription. */
export const payersPage = ({ text }: { text: string }) => text.match(/https?:\S+\/pay\/subscription\/\w+/)![0]
