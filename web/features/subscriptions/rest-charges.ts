import { formatNaira } from '@adire/contract/money.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'

/** A charge that the bank has, and that a cancellation does not stop, as a sentence. Undefined if there is none. */
export const describeInProgress = ({ inProgressKobo }: Subscription): string | undefined =>
  inProgressKobo === null
    ? undefined
    : `A charge of ${formatNaira(inProgressKobo)} is at the bank and may still be paid; after it, nothing more is charged.`

/** What is still charged for a subscription that ends, as a sentence. */
export const describeRest = (subscription: Subscription): string =>
  describeInProgress(subscription) ?? 'Nothing more is charged.'
