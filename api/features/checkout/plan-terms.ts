import type { CheckoutPage } from '@adire/contract/checkout-schemas.ts'
import { problem } from '../../http/problem.ts'
import type { PaymentRecord } from '../payments/move.ts'
import type { PlanRecord } from '../subscriptions/move.ts'

type Terms = Pick<PlanRecord, 'amountKobo' | 'setupFeeKobo' | 'interval' | 'chargeLimit' | 'trialDays'>

/** Identifies what a payer agrees to, so that a page which shows other terms by now is noticed. */
export const planTermsVersion = ({ amountKobo, setupFeeKobo, interval, chargeLimit, trialDays }: Terms): string =>
  [amountKobo, setupFeeKobo, interval, chargeLimit ?? 'unlimited', trialDays].join('-')

/**
 * Checks that a plan has the terms that the page showed to its payer. Without a version, the page is of a server, which shows them itself.
 * @throws 409 price_changed
 */
export function requireSameTerms(plan: Terms, shown: string | undefined): void {
  if (shown !== undefined && shown !== planTermsVersion(plan))
    throw problem.conflict('price_changed', 'The price of this plan has changed. Check the new price, then continue.')
}

/** The page of a plan with the price that the payer has agreed to: a payment in progress keeps that of its start. */
export function withAgreedPrice(page: CheckoutPage, payment: PaymentRecord | undefined): CheckoutPage {
  const { plan } = page
  if (!plan || !payment?.planAmountKobo || payment.status === 'failed' || payment.status === 'abandoned') return page
  const { planAmountKobo: amountKobo, setupFeeKobo } = payment
  return { ...page, amountKobo: payment.priceKobo, plan: { ...plan, amountKobo, setupFeeKobo } }
}
