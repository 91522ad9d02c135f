import { type DiscountedPrice, describePrice } from './coupons.ts'

interface Terms extends DiscountedPrice {
  businessName: string
  /** Time of the first charge. Null when it is charged today. */
  from: string | null
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

/** Consent text of a subscription by card. Shown above the button and stored with the subscription. */
export function cardConsent({ businessName, from, ...terms }: Terms): string {
  const { chargeLimit, discountKobo } = terms
  const start = from ? ` from ${dayFormat.format(new Date(from))} on` : ''
  // With two prices, the first day belongs before both.
  const charge = discountKobo > 0 ? `${start} ${describePrice(terms)}` : ` ${describePrice(terms)}${start}`
  const times = discountKobo > 0 ? 'times in all' : 'times'
  const until = chargeLimit === null ? 'until you cancel' : `${chargeLimit} ${times}, or until you cancel`
  return `You let ${businessName} charge this card${charge}, ${until}. You can cancel at any time by the link in each email.`
}
