import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import {
  ChargeKobo,
  Id,
  inputSchema,
  Kobo,
  NoContent,
  Paginated,
  paginationFields,
  QueryInteger,
  SearchText,
  Timestamp,
} from './fields.ts'
import { AfterFailure, Interval, NewPlan, PlanChanges } from './plan-fields.ts'

export const planStatuses = ['active', 'inactive', 'deleted'] as const
export const PlanStatus = z.enum(planStatuses)
export type PlanStatus = z.infer<typeof PlanStatus>

/** Which status may follow which; any other move is refused. */
export const planMoves: Record<PlanStatus, readonly PlanStatus[]> = {
  active: ['inactive', 'deleted'],
  inactive: ['active', 'deleted'],
  deleted: [],
}

export const Plan = z.object({
  id: Id,
  /** `PLN_` and 16 characters. */
  code: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  status: PlanStatus,
  amountKobo: Kobo,
  interval: Interval,
  /** How many charges until it is complete; null, it goes on. */
  chargeLimit: z.nullable(z.int()),
  trialDays: z.int(),
  afterFailure: AfterFailure,
  /** Who has it now: everyone whose subscription has not ended. */
  subscribers: z.int(),
  /**
   * What its renewing subscriptions (active, attention; no trials, nobody paused) come to in a month: of a week's price
   * 52/12, of a year's 1/12, and so on, each at the price that subscriber pays.
   */
  monthlyValueKobo: Kobo,
  createdAt: Timestamp,
})
export type Plan = z.infer<typeof Plan>

export const PlanDetail = z.extend(Plan, {
  /** How many subscriptions stand in each: trials and paused ones are `active` too. */
  counts: z.object({
    pending: z.int(),
    active: z.int(),
    attention: z.int(),
    non_renewing: z.int(),
    completed: z.int(),
    cancelled: z.int(),
    trialing: z.int(),
    paused: z.int(),
  }),
  /** All that was paid for it, ever, less what went back. */
  collectedKobo: Kobo,
  /** Whether somebody has ever subscribed: then the interval stays as it is. */
  hasSubscribed: z.boolean(),
  /** The links that sign up for it, newest first, at most 20; all are in `payment-links/plans-type?planId=`. */
  links: z.array(z.object({ id: Id, name: z.string(), url: z.string(), published: z.boolean() })),
})
export type PlanDetail = z.infer<typeof PlanDetail>

const { get, post, create, del } = endpointsFor('core', 'merchant')

/** Newest first, without the deleted ones. `search` finds in names and codes. */
export const listPlans = get(
  'plans',
  inputSchema({
    ...paginationFields,
    search: z.optional(SearchText(60)),
    status: z.optional(z.enum(['active', 'inactive'])),
    interval: z.optional(Interval),
  }),
  Paginated(Plan),
)
/** Hourly in live mode is refused with 422 at `interval`. */
export const createPlan = create('plans', NewPlan, PlanDetail)
/** A deleted one is still there, for its subscriptions. */
export const getPlan = get('plans/:id', inputSchema({ id: Id }), PlanDetail)
/**
 * Changes a plan. A new price is for those who subscribe from then on, and with `applyTo: 'everyone'` for the next charge
 * of those who do already, who are told by mail. 422 at `interval` where somebody has subscribed; 409 `plan_deleted`.
 */
export const updatePlan = post('plans/:id', z.extend(PlanChanges, { id: Id }), PlanDetail)
/** Takes no more sign-ups, or takes them again. Running subscriptions go on. */
export const setPlanActive = post('plans/:id/status', inputSchema({ id: Id, active: z.boolean() }), PlanDetail)
/** Takes no more sign-ups and is gone from the list; running subscriptions end with the period that is paid. */
export const deletePlan = del('plans/:id', inputSchema({ id: Id }), NoContent)

/** What a new price would do to those who subscribe already, before it is saved with `applyTo: 'everyone'`. */
export const PriceEffect = z.object({
  /** Whose next charge would be of the new price. */
  subscribers: z.int(),
  /** What they pay in a month now, and would pay. */
  monthlyNowKobo: Kobo,
  monthlyThenKobo: Kobo,
  /** Of one charge of one subscriber who pays the plan's present price: new less old. */
  differenceKobo: Kobo,
  /** When the first of them would pay it. */
  firstChargeAt: z.nullable(Timestamp),
  /** Who keeps the period's end and is not charged again (non-renewing, last charge made). */
  unaffected: z.int(),
})
export type PriceEffect = z.infer<typeof PriceEffect>
const QueryCharge = z.pipe(QueryInteger('Enter an amount in naira'), ChargeKobo)
export const getPriceEffect = get('plans/:id/effect', inputSchema({ id: Id, amountKobo: QueryCharge }), PriceEffect)
