import { channelNames } from '@adire/contract/channels/channels.ts'
import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import type { CheckoutTexts } from '../languages/texts.ts'
import { useTexts } from '../languages/use-texts.tsx'
import { checkoutChannels } from './channels/channels.ts'
import { paymentQuery } from './purchase.ts'
import { TextLink } from './step.tsx'
import type { CheckoutController } from './use-checkout.ts'
import { isHosted, listMethods } from './view.ts'

const findChannel = ({ channel }: CheckoutState) =>
  channel && isHosted(channel) ? checkoutChannels[channel] : undefined

/** "Verve ending 7804. ", or an empty string if the payment has no card or account. */
export function paidWith(payment: CheckoutController['payment'], texts: CheckoutTexts): string {
  const instrument = payment && findChannel(payment)?.describeInstrument?.(payment, texts)
  return instrument ? `${instrument}. ` : ''
}

/** Payment method on a receipt. */
export const methodName = (payment: CheckoutState, texts: CheckoutTexts) =>
  findChannel(payment)?.describeReceipt?.(payment, texts) ?? (payment.channel && channelNames[payment.channel])

/** Advice after a failed attempt. */
export function failureAdvice(payment: CheckoutState | undefined, texts: CheckoutTexts): string {
  const advice = payment && findChannel(payment)?.failureAdvice
  return advice ? `${texts[advice]} ` : ''
}

export function PayAnotherWay({ checkout: { payment, page, dismissChallenge } }: { checkout: CheckoutController }) {
  const { payAnotherWay, useAnotherCard } = useTexts()
  return (
    <TextLink href={paymentQuery(payment?.accessCode, listMethods(page)[0])} onClick={dismissChallenge}>
      {listMethods(page).length > 1 ? payAnotherWay : useAnotherCard}
    </TextLink>
  )
}
