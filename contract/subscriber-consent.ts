import { type DiscountedPrice, describePrice } from './coupons.ts'
import { formatNaira } from './money.ts'

interface Terms extends DiscountedPrice {
  businessName: string
  setupFeeKobo: number
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
  return `You let ${businessName} charge this card${charge}, ${until}.${describeSetupFee(terms)} You can cancel at any time by the link in each email.`
}

/** Sentence of a consent about a setup fee that is still due, with a space before it; empty without one. */
export const describeSetupFee = ({ setupFeeKobo }: { setupFeeKobo: number }): string =>
  setupFeeKobo > 0 ? ` A setup fee of ${formatNaira(setupFeeKobo)} is added to the first charge.` : ''
