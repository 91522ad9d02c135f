import * as z from 'zod/mini'
import { ChargeKobo, inputSchema, Kobo, MultilineText, SingleLineText, Timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

/** Charge interval of a plan. `hourly` is for testing, in test mode only. */
export const intervals = ['hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'biannually', 'annually'] as const
export const Interval = z.enum(intervals, 'Choose how often it is charged')
export type Interval = z.infer<typeof Interval>
export const intervalNames: Record<Interval, string> = {
  hourly: 'Hourly',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  biannually: 'Every 6 months',
  annually: 'Annually',
}
/** Interval after a price: "NGN 5,000.00 a month". */
export const perInterval: Record<Interval, string> = {
  hourly: 'an hour',
  daily: 'a day',
  weekly: 'a week',
  monthly: 'a month',
  quarterly: 'a quarter',
  biannually: 'every 6 months',
  annually: 'a year',
}

/** Action after the last failed retry of a charge: `cancel` ends the subscription; `attention` waits for a new card. */
export const afterFailures = ['cancel', 'attention'] as const
export const AfterFailure = z.enum(afterFailures, 'Choose what happens')
export type AfterFailure = z.infer<typeof AfterFailure>

export const planName = SingleLineText(60).check(z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)))

const Charges = z.int('Use a whole number').check(z.minimum(1, 'Use at least 1'), z.maximum(1_000, 'Use at most 1,000'))
const TrialDays = z.int('Use a whole number').check(z.minimum(0, 'Use at least 0'), z.maximum(365, 'Use at most 365'))

export const planFields = {
  /** Name of the plan, 3 to 60 characters. Required. */
  name: planName,
  /** Description, at most 500 characters. Optional. */
  description: z.optional(MultilineText(500)),
  /** Price per interval in kobo: 10000 to 5000000000 (NGN 100.00 to 50,000,000.00). Required. */
  amountKobo: ChargeKobo,
  /** Number of charges until a subscription is complete: 1 to 1,000. Optional; null or absent: no limit. */
  chargeLimit: z.optional(z.nullable(Charges)),
  /** Free trial in days before the first charge: 0 to 365. Optional; default: 0. A change applies to new subscribers. */
  trialDays: z.optional(TrialDays),
  /**
   * Action after the last failed retry of a charge: `cancel` ends the subscription; `attention` waits for a new card.
   * Optional; default: `cancel`.
   */
  afterFailure: z.optional(AfterFailure),
}
/** A new plan. `interval` cannot be changed after the first subscription. */
export const NewPlan = inputSchema({ ...planFields, interval: Interval })
export const PlanChanges = inputSchema({
  ...planFields,
  interval: z.optional(Interval),
  /**
   * Who pays a new price: `everyone` (existing subscribers from their next charge) or `new` subscribers only.
   * Optional; default: `new`.
   */
  applyTo: z.optional(z.enum(['new', 'everyone'])),
})

/**
 * Terms of a plan as shown to the payer. When paying by card, the payer pays the first charge today; with a trial,
 * the card is checked with a small amount that is refunded at once (`isCardCheck`).
 */
export const PlanSheet = z.object({
  name: z.string(),
  /** Price per interval in kobo. */
  amountKobo: Kobo,
  interval: Interval,
  /** Number of charges until the subscription is complete. Null for no limit. */
  chargeLimit: z.nullable(z.int()),
  /** Free trial in days before the first charge. */
  trialDays: z.int(),
  /** Whether today's payment only checks the card and is refunded at once. */
  isCardCheck: z.boolean(),
  /** Time of the next charge if the payer paid now. Null when no charge follows or the time is unknown. */
  nextPaymentAt: z.nullable(Timestamp),
  /** Whether payers can also subscribe by direct debit (`subscribeByAccount`). */
  takesAccounts: z.boolean(),
})
export type PlanSheet = z.infer<typeof PlanSheet>
