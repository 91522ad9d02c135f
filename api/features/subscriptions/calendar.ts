import { recurrenceDay } from '@adire/contract/periods.ts'
import type { Interval } from '@adire/contract/plan-fields.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import type { SubscriptionRecord } from './move.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const timesAYear: Record<Interval, number> = {
  hourly: 8_760,
  daily: 365,
  weekly: 52,
  monthly: 12,
  quarterly: 4,
  biannually: 2,
  annually: 1,
}

/**
 * The instant `steps` intervals after an anchor, at its hour in Lagos. Months are counted from the anchor, not from the
 * last period: an anchor on the 31st falls to the 30th in April and is on the 31st again in May.
 */
export function stepFrom(anchor: Date, interval: Interval, steps: number): Date {
  if (interval === 'hourly') return new Date(anchor.getTime() + steps * hourMs)
  const day = lagosDay(anchor)
  return new Date(Date.parse(recurrenceDay(day, interval, steps)) + (anchor.getTime() - Date.parse(day)))
}

/** What an amount each interval comes to in a month, to the kobo. */
export const monthlyKobo = (interval: Interval, amountKobo: number): number =>
  Math.round((amountKobo * timesAYear[interval]) / 12)

/** Days after a first failure on which it is tried again. */
const retryDays = [1, 3, 5]
export const mostAttempts = retryDays.length + 1
/** Nine in the morning in Lagos: salaries have arrived. */
const retryHourMs = 9 * hourMs

/** When a charge that failed first at an instant is tried again, after so many attempts; null after the last. */
export function retryAt(firstFailedAt: Date, attempts: number): Date | null {
  const days = retryDays[attempts - 1]
  if (days === undefined) return null
  return new Date(startOfDay(addDays(lagosDay(firstFailedAt), days)).getTime() + retryHourMs)
}

/** When the last try of a charge that failed first at an instant is: then it is decided what becomes of it. */
export const lastChance = (firstFailedAt: Date): Date => retryAt(firstFailedAt, retryDays.length)!

/** A period of months: its next charge comes when it may have been forgotten. */
const longDays = 80

/**
 * When the payer is told of the next charge: three days before a trial ends, a week before a period of months is paid, a
 * day before an account is debited, and of what is shorter than twice that in its middle. Null where she is not, or was:
 * a card that is charged every week or month comes as no surprise.
 */
export function calculateNoticeAt(subscription: SubscriptionTiming): Date | null {
  const { periodStartsAt, periodEndsAt, dueAt, noticedFor } = subscription
  const isNext =
    subscription.status === 'active' &&
    !subscription.pausedAt &&
    !subscription.openInvoiceId &&
    isSame(dueAt, periodEndsAt)
  const lengthMs = periodEndsAt.getTime() - periodStartsAt.getTime()
  if (!isNext || lengthMs <= 0 || isSame(noticedFor, periodEndsAt)) return null
  const days = subscription.isTrial ? 3 : subscription.mandateId ? 1 : lengthMs > longDays * dayMs ? 7 : null
  return days && new Date(periodEndsAt.getTime() - Math.min(days * dayMs, lengthMs / 2))
}

type SubscriptionTiming = Pick<
  SubscriptionRecord,
  | 'status'
  | 'pausedAt'
  | 'openInvoiceId'
  | 'periodStartsAt'
  | 'periodEndsAt'
  | 'dueAt'
  | 'isTrial'
  | 'mandateId'
  | 'noticedFor'
>
const isSame = (one: Date | null, other: Date) => one?.getTime() === other.getTime()

/** On the first of the month before the card expires, at nine in Lagos; the card is good to the end of its month. */
export function expiryWarningAt({ expiryMonth, expiryYear }: { expiryMonth: number; expiryYear: number }): Date {
  const first = new Date(Date.UTC(expiryYear, expiryMonth - 2, 1)).toISOString().slice(0, 10)
  return new Date(startOfDay(first).getTime() + retryHourMs)
}
