import * as z from 'zod/mini'
import { ChargeKobo, inputSchema, Kobo, MultilineText, SingleLineText, Timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

/** How often a plan charges. Hourly is for trying things out: test mode only. */
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
/** "NGN 5,000.00 a month" */
export const perInterval: Record<Interval, string> = {
  hourly: 'an hour',
  daily: 'a day',
  weekly: 'a week',
  monthly: 'a month',
  quarterly: 'a quarter',
  biannually: 'every 6 months',
  annually: 'a year',
}

/** What becomes of a subscription whose last retry fails: it ends, or it waits for a new card. */
export const afterFailures = ['cancel', 'attention'] as const
export const AfterFailure = z.enum(afterFailures, 'Choose what happens')
export type AfterFailure = z.infer<typeof AfterFailure>

export const planName = SingleLineText(60).check(z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)))

const Charges = z.int('Use a whole number').check(z.minimum(1, 'Use at least 1'), z.maximum(1_000, 'Use at most 1,000'))
const TrialDays = z.int('Use a whole number').check(z.minimum(0, 'Use at least 0'), z.maximum(365, 'Use at most 365'))

export const planFields = {
  name: planName,
  description: z.optional(MultilineText(500)),
  amountKobo: ChargeKobo,
  /** How many charges until it is complete; null or left out, it goes on until somebody ends it. */
  chargeLimit: z.optional(z.nullable(Charges)),
  /** Days for free before the first charge; for those who subscribe from then on. */
  trialDays: z.optional(TrialDays),
  afterFailure: z.optional(AfterFailure),
}
/** `interval` cannot be changed once somebody has subscribed. */
export const NewPlan = inputSchema({ ...planFields, interval: Interval })
export const PlanChanges = inputSchema({
  ...planFields,
  interval: z.optional(Interval),
  /** Whether those who subscribe already pay the new price, from their next charge on, or keep the old one. */
  applyTo: z.optional(z.enum(['new', 'everyone'])),
})

/**
 * What a payer takes on who subscribes. By card, today she pays the first charge; or, where a trial comes first, a
 * check of the card that is given back at once (`isCardCheck`).
 */
export const PlanSheet = z.object({
  name: z.string(),
  amountKobo: Kobo,
  interval: Interval,
  chargeLimit: z.nullable(z.int()),
  trialDays: z.int(),
  isCardCheck: z.boolean(),
  /** When the next charge would be, if it were paid now. Null where none comes after it, and where it is not known. */
  nextPaymentAt: z.nullable(Timestamp),
  /** Whether a bank account may be debited instead (`subscribeByAccount`). */
  takesAccounts: z.boolean(),
})
export type PlanSheet = z.infer<typeof PlanSheet>
