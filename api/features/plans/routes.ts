import {
  createPlan,
  deletePlan,
  getPlan,
  getPriceEffect,
  inviteToPlan,
  listPlans,
  setPlanActive,
  updatePlan,
} from '@adire/contract/plans.ts'
import { route } from '../../http/route.ts'
import { deletePlanHandler, setPlanActiveHandler, updatePlanHandler } from './change.ts'
import { inviteToPlanHandler } from './invite.ts'
import { getPlanHandler, listPlansHandler } from './list.ts'
import { createPlanHandler } from './plans.ts'
import { getPriceEffectHandler } from './price.ts'

export const planRoutes = [
  route(listPlans, listPlansHandler),
  route(createPlan, createPlanHandler),
  route(getPlan, getPlanHandler),
  route(getPriceEffect, getPriceEffectHandler),
  route(updatePlan, updatePlanHandler),
  route(inviteToPlan, inviteToPlanHandler),
  route(setPlanActive, setPlanActiveHandler),
  route(deletePlan, deletePlanHandler),
]
