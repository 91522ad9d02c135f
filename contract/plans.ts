import { endpointsFor } from './endpoint.ts'
import type * as schemas from './plans-schemas.ts'
import type { Interval, PlanStatus } from './plans-schemas.ts'

/** Charge interval of a plan. `hourly` is for testing, in Test Mode only. */
export const intervals = ['hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'biannually', 'annually'] as const

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

export const planStatuses = ['active', 'inactive', 'deleted'] as const

/** Allowed status transitions; all others are rejected. */
export const planMoves: Record<PlanStatus, readonly PlanStatus[]> = {
  active: ['inactive', 'deleted'],
  inactive: ['active', 'deleted'],
  deleted: [],
}

const { get, post, create, del } = endpointsFor('core', 'merchant', 'payments', 'subscriptions')
export const listPlans = get<typeof schemas.listPlans>('plans')
export const createPlan = create<typeof schemas.createPlan>('plans')
export const getPlan = get<typeof schemas.getPlan>('plans/:id', { errors: ['plan_not_found'] })
export const updatePlan = post<typeof schemas.updatePlan>('plans/:id', { errors: ['plan_deleted', 'plan_not_found'] })
export const setPlanActive = post<typeof schemas.setPlanActive>('plans/:id/status', {
  errors: ['plan_deleted', 'plan_move_refused', 'plan_not_found'],
})
export const deletePlan = del<typeof schemas.deletePlan>('plans/:id', {
  errors: ['plan_deleted', 'plan_move_refused', 'plan_not_found'],
})
export const inviteToPlan = create<typeof schemas.inviteToPlan>('plans/:id/invitations', {
  errors: ['email_limit_reached', 'no_sign_up_link', 'plan_closed', 'plan_not_found'],
})
export const getPriceEffect = get<typeof schemas.getPriceEffect>('plans/:id/effect', { errors: ['plan_not_found'] })
