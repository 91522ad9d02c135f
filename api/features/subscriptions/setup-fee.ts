import { formatNaira } from '@adire/contract/money.ts'
import type { SubscriptionRecord } from './move.ts'

type Fee = Pick<SubscriptionRecord, 'setupFeeKobo'>

/** Setup fee in kobo that the next charge includes: it is due until the first period is charged. */
export const dueSetupFeeKobo = ({ setupFeeKobo, charges }: Fee & Pick<SubscriptionRecord, 'charges'>): number =>
  charges === 0 ? setupFeeKobo : 0

/** Sentence of an email about a setup fee, with a space before it; empty without one. */
export const describeSetupFee = ({ setupFeeKobo }: Fee): string =>
  setupFeeKobo > 0 ? ` The first payment includes a setup fee of ${formatNaira(setupFeeKobo)}.` : ''
