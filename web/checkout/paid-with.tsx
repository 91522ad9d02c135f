import { channelNames } from '@adire/contract/channels/channels.ts'
import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import { checkoutChannels } from './channels/channels.ts'
import { paymentQuery } from './purchase.ts'
import { TextLink } from './step.tsx'
import type { CheckoutController } from './use-checkout.ts'
import { isHosted, listMethods } from './view.ts'

const findChannel = ({ channel }: CheckoutState) =>
  channel && isHosted(channel) ? checkoutChannels[channel] : undefined

/** "Verve ending 7804. ", or an empty string if the payment has no card or account. */
export function paidWith(payment: CheckoutController['payment']): string {
  const instrument = payment && findChannel(payment)?.describeInstrument?.(payment)
  return instrument ? `${instrument}. ` : ''
}

/** Payment method on a receipt. */
export const methodName = (payment: CheckoutState) =>
  findChannel(payment)?.describeReceipt?.(payment) ?? (payment.channel && channelNames[payment.channel])

/** Advice after a failed attempt. */
export const failureAdvice = (payment: CheckoutState | undefined) =>
  (payment && findChannel(payment)?.failureAdvice) ?? ''

export function PayAnotherWay({ checkout: { payment, page, dismissChallenge } }: { checkout: CheckoutController }) {
  return (
    <TextLink href={paymentQuery(payment?.accessCode, listMethods(page)[0])} onClick={dismissChallenge}>
      {listMethods(page).length > 1 ? 'Pay another way' : 'Use another card'}
    </TextLink>
  )
}
