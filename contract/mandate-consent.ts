import type { Frequency, MandateKind } from './direct-debit-form-schemas.ts'
import { describeTerms } from './mandate-terms.ts'
import { formatNaira } from './money.ts'

/**
 * Version of the consent text. Change it with every change of the text: the accepted version is stored with the
 * consent.
 */
export const consentVersion = '2026-11-5'

export interface ConsentTerms {
  businessName: string
  kind: MandateKind
  /** Maximum amount of one debit. */
  limitKobo: number
  maxTotalKobo: number | null
  frequency: Frequency | null
  startOn: string
  endOn: string | null
  bankName: string
  accountName: string
  /** Last four digits of the account number. */
  last4: string
  supportEmail: string | null
  /** Whether a subscription debits it: its first debit, and one for a change, are not announced a day before. */
  isForSubscription: boolean
}

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const formatDate = (day: string) => date.format(new Date(day))

/** Consent text in paragraphs. The preview, the page and the stored consent all use this text. */
export function consentText(terms: ConsentTerms): string[] {
  const { businessName, kind, limitKobo, maxTotalKobo, frequency, startOn, endOn } = terms
  const amount = describeTerms({ kind, amountKobo: limitKobo, frequency })
  const until = endOn ? `until ${formatDate(endOn)}` : 'until it is cancelled'
  const beyond = kind === 'fixed' ? ' A debit that would exceed this total is not made.' : ''
  const total =
    maxTotalKobo === null ? '' : ` All debits together take no more than ${formatNaira(maxTotalKobo)}.${beyond}`
  const what =
    kind === 'fixed' && frequency
      ? `${amount}, first on ${formatDate(startOn)}, ${until}.`
      : `${amount}, from ${formatDate(startOn)} ${until}.`
  const atOnce =
    'The first debit may be made as soon as my bank has activated this mandate, and a debit for a changed or resumed subscription at once.'
  const announced = terms.isForSubscription
    ? `${atOnce} I will be notified by email of the date and the amount of each other debit`
    : 'I will be notified by email of the date and the amount of each debit'
  return [
    `I allow ${businessName} to debit my account ending ${terms.last4} at ${terms.bankName}, held by ${terms.accountName}: ${what}${total}`,
    `${announced}, no later than the day before, and can stop it until then. If there is not enough money in the account, the debit may be tried again on the following days, three times in all.`,
    `I can cancel this mandate at any time on its page, by writing to ${terms.supportEmail ?? businessName}, or through my bank. My bank refunds any debit that I did not allow.`,
    'I confirm that I am the sole signatory of this account.',
  ]
}
