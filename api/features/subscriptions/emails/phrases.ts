import { formatNaira } from '@adire/contract/money.ts'
import { explainFailure } from '@adire/contract/payer-reasons.ts'
import { formatLagosDay } from '../../../lagos.ts'
import type { SavedCardRecord } from '../../saved-cards/saved-cards.ts'
import { describeAgreedPrice, describeExtras, describeNextPrice } from '../period-price.ts'
import { dueSetupFeeKobo } from '../setup-fee.ts'
import type { EmailedSubscription } from './find.ts'

export const priceText = ({ subscription, plan }: EmailedSubscription) =>
  describeNextPrice(subscription, plan.interval) + describeExtras(subscription)
export const agreedPriceText = ({ subscription, plan }: EmailedSubscription) =>
  describeAgreedPrice(subscription, plan.interval) + describeExtras(subscription)

/** Text: how the payment is collected automatically. */
export const collectionText = ({ account }: EmailedSubscription) =>
  account ? `debited automatically from your account ending ${account.last4}` : 'charged automatically to your card'

export const nextSetupFee = ({ subscription }: EmailedSubscription) => ({ setupFeeKobo: dueSetupFeeKobo(subscription) })

export const amountDueText = ({ open, nextChargeKobo }: EmailedSubscription) =>
  formatNaira(open?.dueKobo ?? nextChargeKobo)

/** Text: when a subscription that the business added is charged first. */
export const firstChargeText = ({
  subscription: { status, isTrial, periodEndsAt, createdAt },
}: EmailedSubscription) => {
  if (isTrial) return `It is free until ${formatLagosDay(periodEndsAt)}. The first payment is on that day.`
  return `The first payment is on ${formatLagosDay(status === 'pending' ? periodEndsAt : createdAt)}.`
}

export const describeFailure = ({ open, account }: EmailedSubscription) =>
  explainFailure(open ?? { failureCode: null, failureMessage: null }, account ? 'account' : 'card')

export const anotherCard = ({ account }: EmailedSubscription) => (account ? 'a card' : 'another card')

export const formatExpiry = (card: SavedCardRecord | undefined) =>
  card ? `${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}` : ''
