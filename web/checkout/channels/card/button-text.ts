import { formatNaira } from '@adire/contract/money.ts'
import type { CheckoutTexts } from '../../../languages/texts.ts'
import type { CheckoutController } from '../../use-checkout.ts'

/** Text of the button of a card: a card that is only checked is not charged. */
export function cardButtonText(texts: CheckoutTexts, { page, payment, subscription }: CheckoutController): string {
  const amount = payment ? formatNaira(payment.amountKobo) : ''
  if (subscription?.cardChange.isGivenBack) return texts.useThisCard
  if (subscription || !page.plan) return texts.pay(amount)
  return page.plan.isCardCheck ? texts.startFreeDays : texts.subscribeAndPay(amount)
}
