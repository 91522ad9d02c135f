import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import { channelNames } from '@adire/contract/payments.ts'
import { brandNames } from './card-number.ts'
import { paymentQuery } from './purchase.ts'
import { TextLink } from './step.tsx'
import type { CheckoutController } from './use-checkout.ts'
import { listMethods } from './view.ts'

/** "Verve ending 7804. ", or an empty string if the payment has no card or account. */
export function paidWith(payment: CheckoutController['payment']): string {
  if (payment?.card) return `${cardName(payment.card)}. `
  return payment?.account ? `${payment.account.bankName} ending ${payment.account.last4}. ` : ''
}

/** "Verve ending 7804" */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }) =>
  `${brandNames[brand] ?? 'Card'} ending ${last4}`

/** Payment method on a receipt. */
export function methodName({ card, account, ussd, channel }: CheckoutState) {
  if (card) return cardName(card)
  if (account) return `${account.bankName}, account ending ${account.last4}`
  if (ussd) return `USSD, ${ussd.bankName}`
  return channel && channelNames[channel]
}

export function PayAnotherWay({ checkout: { payment, page, dismissChallenge } }: { checkout: CheckoutController }) {
  return (
    <TextLink href={paymentQuery(payment?.accessCode, listMethods(page)[0])} onClick={dismissChallenge}>
      {listMethods(page).length > 1 ? 'Pay another way' : 'Use another card'}
    </TextLink>
  )
}
