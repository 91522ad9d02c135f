import { formatNaira } from './money.ts'
import { perInterval } from './plans.ts'
import type { Interval } from './plans-schemas.ts'

interface Terms {
  businessName: string
  amountKobo: number
  interval: Interval
  chargeLimit: number | null
  /** Time of the first charge. Null when it is charged today. */
  from: string | null
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

/** Consent text of a subscription by card. Shown above the button and stored with the subscription. */
export function cardConsent({ businessName, amountKobo, interval, chargeLimit, from }: Terms): string {
  const price = `${formatNaira(amountKobo)} ${perInterval[interval]}`
  const until = chargeLimit === null ? 'until you cancel' : `${chargeLimit} times, or until you cancel`
  return `You let ${businessName} charge this card ${price}${from ? ` from ${dayFormat.format(new Date(from))} on` : ''}, ${until}. You can cancel at any time by the link in each mail.`
}
