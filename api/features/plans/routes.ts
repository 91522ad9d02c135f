import * as plans from '@adire/contract/plans.ts'
import { route } from '../../http/route.ts'
import { deletePlanHandler, setPlanActiveHandler, updatePlanHandler } from './change.ts'
import { inviteToPlanHandler } from './invite.ts'
import { getPlanHandler, listPlansHandler } from './list.ts'
import { createPlanHandler } from './plans.ts'
import { getPriceEffectHandler } from './price.ts'

export const planRoutes = [
  route(plans.listPlans, listPlansHandler),
  route(plans.createPlan, createPlanHandler),
  route(plans.getPlan, getPlanHandler),
  route(plans.getPriceEffect, getPriceEffectHandler),
  route(plans.updatePlan, updatePlanHandler),
  route(plans.inviteToPlan, inviteToPlanHandler),
  route(plans.setPlanActive, setPlanActiveHandler),
  route(plans.deletePlan, deletePlanHandler),
]
