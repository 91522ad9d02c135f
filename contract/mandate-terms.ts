import type { Frequency, MandateKind } from './direct-debit-form-schemas.ts'
import { formatNaira } from './money.ts'
import { intervalInSentence } from './periods.ts'

export interface MandateTerms {
  kind: MandateKind
  /** Amount of each debit, or the maximum of one. */
  amountKobo: number
  frequency: Frequency | null
}

/** Amount and interval of a mandate in a sentence: "NGN 60,000.00 every month", "up to NGN 250,000.00 at a time". */
export function describeTerms({ kind, amountKobo, frequency }: MandateTerms): string {
  const amount = formatNaira(amountKobo)
  return kind === 'fixed' && frequency ? `${amount} ${intervalInSentence(frequency)}` : `up to ${amount} at a time`
}
