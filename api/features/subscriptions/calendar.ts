import { dayMs, hourMs } from '@adire/contract/durations.ts'
import { recurrenceDay } from '@adire/contract/periods.ts'
import type { Interval } from '@adire/contract/plans-schemas.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import type { SubscriptionRecord } from './move.ts'

export const timesAYear: Record<Interval, number> = {
  hourly: 8_760,
  daily: 365,
  weekly: 52,
  monthly: 12,
  quarterly: 4,
  biannually: 2,
  annually: 1,
}

/**
 * The instant `steps` intervals after an anchor, at the same time of day in Lagos. Months are counted from the anchor, not from
 * the last period: an anchor on the 31st gives 30 April and again 31 May.
 */
export function addIntervals(anchor: Date, interval: Interval, steps: number): Date {
  if (interval === 'hourly') return new Date(anchor.getTime() + steps * hourMs)
  const day = lagosDay(anchor)
  return new Date(Date.parse(recurrenceDay(day, interval, steps)) + (anchor.getTime() - Date.parse(day)))
}

/** Monthly equivalent of an amount per interval, rounded to the kobo. */
export const monthlyKobo = (interval: Interval, amountKobo: number): number =>
  Math.round((amountKobo * timesAYear[interval]) / 12)

/** Retries run at 09:00 Lagos time, when salaries have arrived. */
const retryHourMs = 9 * hourMs

/** A charge that failed: when it failed first, and the days after it on which it is tried again. */
export interface FirstFailure {
  firstFailedAt: Date
  retryDays: readonly number[]
}

/** Time of the next retry after `attempts` attempts; null after the last. */
export function calculateRetryAt({ firstFailedAt, retryDays }: FirstFailure, attempts: number): Date | null {
  const days = retryDays[attempts - 1]
  if (days === undefined) return null
  return new Date(startOfDay(addDays(lagosDay(firstFailedAt), days)).getTime() + retryHourMs)
}

/** Time of the last retry. If the charge is still unpaid then, `endDunning` applies. */
export const calculateLastRetryAt = (failure: FirstFailure): Date =>
  calculateRetryAt(failure, failure.retryDays.length)!

/** Periods longer than this (several months) get a renewal notice, because the payer may have forgotten the next charge. */
const longDays = 80

/**
 * When to send the renewal notice: three days before the first charge after a trial, on a chosen day or after a discount, a week before a period of several months, a day before a
 * direct debit; in the middle of the period if it is shorter than twice that. Null if no notice is due: it was sent already, or a card
 * is charged weekly or monthly, which surprises no payer.
 */
export function calculateNoticeAt(subscription: SubscriptionTiming): Date | null {
  const { periodStartsAt, periodEndsAt, dueAt, noticedFor } = subscription
  const isNext =
    (subscription.status === 'active' || subscription.status === 'pending') &&
    !subscription.pausedAt &&
    !subscription.openInvoiceId &&
    isSame(dueAt, periodEndsAt)
  const lengthMs = periodEndsAt.getTime() - periodStartsAt.getTime()
  if (!isNext || lengthMs <= 0 || isSame(noticedFor, periodEndsAt)) return null
  const isFirst = subscription.isTrial || subscription.status === 'pending'
  const days =
    isFirst || isDiscountEnding(subscription) ? 3 : subscription.mandateId ? 1 : lengthMs > longDays * dayMs ? 7 : null
  return days && new Date(periodEndsAt.getTime() - Math.min(days * dayMs, lengthMs / 2))
}

/** How long before its debit an account is notified at the latest, in ms: a day, or half of a period that is shorter than two. */
export const debitLeadMs = ({
  periodStartsAt,
  periodEndsAt,
}: Pick<SubscriptionRecord, 'periodStartsAt' | 'periodEndsAt'>) =>
  Math.min(dayMs, (periodEndsAt.getTime() - periodStartsAt.getTime()) / 2)

/** Time of the next charge. One that was postponed is due after the end of the period. */
export const nextChargeAt = ({ openInvoiceId, dueAt, periodEndsAt }: SubscriptionTiming): Date =>
  openInvoiceId ? periodEndsAt : (dueAt ?? periodEndsAt)

/** Whether the present period was the last one with a discount. */
export const isDiscountEnding = ({
  percentOff,
  amountOffKobo,
  discountChargesLeft,
  amountKobo,
  stretchKobo,
}: Pick<
  SubscriptionRecord,
  'percentOff' | 'amountOffKobo' | 'discountChargesLeft' | 'amountKobo' | 'stretchKobo'
>): boolean => (percentOff ?? amountOffKobo) !== null && discountChargesLeft === 0 && stretchKobo < amountKobo

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
  | 'percentOff'
  | 'amountOffKobo'
  | 'discountChargesLeft'
  | 'amountKobo'
  | 'stretchKobo'
>
const isSame = (one: Date | null, other: Date) => one?.getTime() === other.getTime()
