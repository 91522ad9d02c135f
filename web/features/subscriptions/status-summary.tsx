import { formatNaira } from '@adire/contract/money.ts'
import { perInterval } from '@adire/contract/plans.ts'
import { endReasons } from '@adire/contract/subscriptions.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { formatDate, formatDateTime } from '../../ui/date.ts'
import { describeInProgress, describeRest } from './rest-charges.ts'

/** Status and next event of a subscription in one or two sentences. */
export function StatusSummary({ subscription }: { subscription: Subscription }) {
  const { tone, text } = describeStatus(subscription)
  return (
    <p className={`mb-6 rounded-md px-4 py-3 ${tones[tone]}`} role="status">
      {text}
      {subscription.nextPlan && <> {nextPlanText(subscription.nextPlan)}</>}
    </p>
  )
}

const tones = {
  quiet: 'bg-sunken text-ink-2 ring-1 ring-line',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}

const nextPlanText = ({ name, quantity, amountKobo, interval }: NonNullable<Subscription['nextPlan']>) =>
  `With the next period it changes to ${name}${quantity > 1 ? `, quantity ${quantity}` : ''}, ${formatNaira(amountKobo)} ${perInterval[interval]}.`

function describeStatus(subscription: Subscription): { tone: keyof typeof tones; text: string } {
  const { status, attention, isPaused, resumesAt, isTrial, nextPaymentAt, currentPeriod } = subscription
  const until = currentPeriod && formatDate(currentPeriod.endsAt)
  if (attention) return { tone: attention.nextAttemptAt ? 'warn' : 'bad', text: pastDue(attention) }
  if (isPaused)
    return {
      tone: 'warn',
      text: `Paused: nothing is charged until ${resumesAt ? `${formatDate(resumesAt)}, when it is resumed automatically` : 'you resume it'}.${until ? ` The paid period lasts until ${until}.` : ''}`,
    }
  if (status === 'pending')
    return {
      tone: 'quiet',
      text: nextPaymentAt
        ? `Not started: the first charge is ${formatNaira(subscription.nextChargeKobo)} on ${formatDateTime(nextPaymentAt)}.`
        : 'Starts as soon as the customer’s bank accepts debits.',
    }
  if (status === 'non_renewing')
    return { tone: 'warn', text: `${reasonOf(subscription)}: it ends on ${until}. ${describeRest(subscription)}` }
  if (status === 'completed' || status === 'cancelled') return { tone: 'quiet', text: endedText(subscription) }
  if (!nextPaymentAt) return { tone: 'quiet', text: 'A charge is in progress.' }
  const charge = `${formatNaira(subscription.nextChargeKobo)} on ${formatDateTime(nextPaymentAt)}`
  return {
    tone: 'quiet',
    text: isTrial ? `Free trial: the first charge is ${charge}.` : `Next charge: ${charge}.`,
  }
}

const pastDue = ({
  owedKobo,
  message,
  needsNewCard,
  attempts,
  scheduledAttempts,
  isCharging,
  nextAttemptAt,
  endsAt,
}: NonNullable<Subscription['attention']>) => {
  if (isCharging) return `Past due: ${formatNaira(owedKobo)} is being charged now.`
  const end = endsAt && formatDate(endsAt)
  return [
    `Past due: ${formatNaira(owedKobo)} could not be charged. ${message.replace(/([^.!?])$/, '$1.')}`,
    nextAttemptAt
      ? `Next attempt ${formatDateTime(nextAttemptAt)}, ${attempts + 1} of ${scheduledAttempts}.`
      : `There are no further automatic attempts${needsNewCard ? ' with this card' : ''}: we asked the customer for another card.`,
    end
      ? `Ends on ${end} unless ${nextAttemptAt ? 'it is paid by then' : 'the customer adds a card'}.`
      : 'It waits until the customer adds a card.',
  ].join(' ')
}

/** What follows when no charge is planned. */
export function nextChargeNote({ attention, isPaused, resumesAt, status, inProgressKobo }: Subscription): string {
  if (attention?.endsAt) return `Ends on ${formatDate(attention.endsAt)} unless paid`
  if (attention) return 'Waits for another card'
  if (isPaused) return resumesAt ? `Paused until ${formatDate(resumesAt)}` : 'Paused until you resume it'
  if (status === 'active' || inProgressKobo !== null) return 'A charge is in progress'
  return status === 'pending' ? 'Waits for the bank' : 'Nothing more is charged'
}

const reasonOf = ({ endReason }: Subscription) => (endReason ? endReasons[endReason] : 'Cancelled')

function endedText(subscription: Subscription): string {
  const { endedAt, endNote } = subscription
  const when = endedAt ? ` on ${formatDate(endedAt)}` : ''
  const inProgress = describeInProgress(subscription)
  return `Ended${when}. ${reasonOf(subscription)}${endNote ? `: “${endNote}”` : '.'}${inProgress ? ` ${inProgress}` : ''}`
}
