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

/** Allowed status transitions; all others are rejected. */
export const planMoves: Record<PlanStatus, readonly PlanStatus[]> = {
  active: ['inactive', 'deleted'],
  inactive: ['active', 'deleted'],
  deleted: [],
}

/** A subscription plan. */
export const Plan = z.object({
  id: Id,
  /** Code of the plan: `PLN_` and 16 characters. */
  code: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** `inactive`: takes no new subscribers. `deleted`: kept for its subscriptions. */
  status: PlanStatus,
  /** Price per interval in kobo. */
  amountKobo: Kobo,
  interval: Interval,
  /** Number of charges until a subscription is complete. Null for no limit. */
  chargeLimit: z.nullable(z.int()),
  /** Free trial in days before the first charge. */
  trialDays: z.int(),
  /** Action after the last failed retry of a charge: `cancel` ends the subscription; `attention` waits for a new card. */
  afterFailure: AfterFailure,
  /** Number of subscriptions that have not ended. */
  subscribers: z.int(),
  /**
   * Monthly recurring revenue in kobo: the renewing subscriptions (`active` and `attention`, without trials and
   * paused ones), each at the price of that subscriber, converted to a month (weekly × 52/12, annually × 1/12, and so
   * on).
   */
  monthlyValueKobo: Kobo,
  createdAt: Timestamp,
})
export type Plan = z.infer<typeof Plan>

/** A plan with its statistics and payment links. */
export const PlanDetail = z.extend(Plan, {
  /** Number of subscriptions by status. Trials and paused subscriptions also count as `active`. */
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
  /** Total received for the plan in kobo; refunds are not deducted. */
  collectedKobo: Kobo,
  /** Whether the plan ever had a subscription. The interval can then not be changed. */
  hasSubscribed: z.boolean(),
  /** Payment links of the plan, newest first, at most 20. All of them: `payment-links/plans-type?planId=`. */
  links: z.array(z.object({ id: Id, name: z.string(), url: z.string(), published: z.boolean() })),
})
export type PlanDetail = z.infer<typeof PlanDetail>

const { get, post, create, del } = endpointsFor('core', 'merchant')

/** Plans, newest first, without deleted ones. `search` matches names and codes. */
export const listPlans = get(
  'plans',
  inputSchema({
    ...paginationFields,
    /** Part of a name or code. Optional, at most 60 characters. */
    search: z.optional(SearchText(60)),
    /** `active` or `inactive`. Optional; default: both. */
    status: z.optional(z.enum(['active', 'inactive'])),
    interval: z.optional(Interval),
  }),
  Paginated(Plan),
)
/** Creates a plan, `active` at once. 422 at `interval` for `hourly` in live mode. Event: `plan.created`. */
export const createPlan = create('plans', NewPlan, PlanDetail)
/** One plan by id, also a deleted one, because its subscriptions refer to it. 404 `plan_not_found`. */
export const getPlan = get('plans/:id', inputSchema({ id: Id }), PlanDetail)
/**
 * Changes a plan. `name` and `amountKobo` are required; without `description` it is removed; other absent fields are
 * unchanged. A new price applies to new subscribers; with `applyTo: 'everyone'` also to the next charge of existing
 * subscribers, who are notified by email. 422 at `interval` once the plan had a subscription, or for `hourly` in live
 * mode; 409 `plan_deleted`; 404 `plan_not_found`.
 */
export const updatePlan = post('plans/:id', z.extend(PlanChanges, { id: Id }), PlanDetail)
/** Closes a plan for new subscribers, or opens it again. Running subscriptions continue. 409 `plan_deleted`. */
export const setPlanActive = post('plans/:id/status', inputSchema({ id: Id, active: z.boolean() }), PlanDetail)
/**
 * Deletes a plan: it takes no new subscribers and is not listed; running subscriptions end with the paid period. 409
 * `plan_deleted`; 404 `plan_not_found`.
 */
export const deletePlan = del('plans/:id', inputSchema({ id: Id }), NoContent)

/** Effect of a new price on existing subscribers, as a preview of `applyTo: 'everyone'`. */
export const PriceEffect = z.object({
  /** Number of subscribers whose next charge would have the new price. */
  subscribers: z.int(),
  /** Monthly recurring revenue of those subscribers in kobo now, without trials and paused subscriptions. */
  monthlyNowKobo: Kobo,
  /** Monthly recurring revenue of the same subscribers in kobo at the new price. */
  monthlyThenKobo: Kobo,
  /** Price difference per charge in kobo for a subscriber on the plan's current price: new less old. */
  differenceKobo: Kobo,
  /** Time of the first charge at the new price. Null when there is none. */
  firstChargeAt: z.nullable(Timestamp),
  /**
   * Number of other subscribers: not charged again (non-renewing, or last charge made), not started yet, changing to
   * another plan, or on this price already.
   */
  unaffected: z.int(),
})
export type PriceEffect = z.infer<typeof PriceEffect>
const QueryCharge = z.pipe(QueryInteger('Enter an amount in naira'), ChargeKobo)
/** Preview of the effect of a new price (`amountKobo`) on existing subscribers. 404 `plan_not_found`. */
export const getPriceEffect = get('plans/:id/effect', inputSchema({ id: Id, amountKobo: QueryCharge }), PriceEffect)
