import { listOutcomes, playOutcome } from '../../contract/simulator.ts'
import {
  cancelSubscription,
  changeSubscriptionPlan,
  getSubscription,
  listSubscriptionInvoices,
  listSubscriptions,
  pauseSubscription,
  previewPlanChange,
  resumeSubscription,
} from '../../contract/subscriptions.ts'
import { assertSame, type SimulationAction, type SimulationScene, someBusiness, takeFault } from '../action.ts'
import type { ModelBusiness } from '../model.ts'
import { calculateUsedKobo } from '../money.ts'

export const tendSubscription: SimulationAction = async (scene) => {
  const business = someBusiness(scene)
  if (!business) return 'nobody'
  const { chance } = scene
  const caller = scene.as(business.user)
  const { content } = await caller.sure(listSubscriptions, {})
  if (content.length === 0) return 'no subscriptions'
  const { id } = chance.pick(content)
  const what = chance.weighted({ simulate: 6, cancel: 1, pause: 1, resume: 1 })
  if (what === 'simulate') {
    const { content: outcomes } = await caller.sure(listOutcomes, { kind: 'subscription', id })
    if (outcomes.length === 0) return 'nothing happens to it'
    const { name } = chance.pick(outcomes)
    const result = await caller.call(playOutcome, { kind: 'subscription', id, name }, takeFault(scene))
    return `${business.name}: subscription ${name}: ${result.response ? 'done' : result.error!.code}`
  }
  const endpoint = { cancel: cancelSubscription, pause: pauseSubscription, resume: resumeSubscription }[what]
  const result = await caller.call(endpoint, { id } as never, takeFault(scene))
  return `${business.name}: subscription ${what}: ${result.response ? 'done' : result.error!.code}`
}

/** Changes the plan now: unused time of the old plan is credited exactly to the kobo, and the charge must equal the preview. */
export const changePlan: SimulationAction = async (scene) => {
  const business = someBusiness(scene)
  if (!business) return 'nobody'
  const { sure, call } = scene.as(business.user)
  const { content } = await sure(listSubscriptions, { status: 'active' })
  if (content.length === 0) return 'no subscriptions'
  const { id, plan } = scene.chance.pick(content)
  const others = business.plans.filter((one) => one.id !== plan.id)
  if (others.length === 0) return 'no other plan'
  const to = scene.chance.pick(others)
  const { response: preview, error } = await call(previewPlanChange, { id, planId: to.id, when: 'now' })
  if (!preview) return `${business.name}: change of plan: ${error!.code}`
  await checkPreview(scene, business, id, preview, to)
  const { previewedAt, dueNowKobo, creditLeftKobo } = preview
  const result = await call(
    changeSubscriptionPlan,
    { id, planId: to.id, when: 'now', previewedAt, dueNowKobo },
    takeFault(scene),
  )
  if (result.response) {
    assertSame('proration', 'What is left over after a change', result.response.creditKobo, creditLeftKobo)
    const { content: invoices } = await sure(listSubscriptionInvoices, { id })
    const change = invoices.find(({ kind }) => kind === 'change')
    if (change) assertSame('proration', 'What a change was charged', change.dueKobo, dueNowKobo)
  }
  return `${business.name}: change of plan: ${result.response?.status ?? result.error!.code}`
}

/** Independent calculation of the cost of the first plan change in a period. */
async function checkPreview(
  scene: SimulationScene,
  business: ModelBusiness,
  id: string,
  preview: { previewedAt: string; unusedKobo: number; newPeriodKobo: number; dueNowKobo: number; creditKobo: number },
  to: ModelBusiness['plans'][number],
): Promise<void> {
  const { sure } = scene.as(business.user)
  const subscription = await sure(getSubscription, { id })
  const { content: invoices } = await sure(listSubscriptionInvoices, { id })
  if (subscription.isTrial || invoices.some(({ kind }) => kind === 'change') || !subscription.currentPeriod) return
  const [startsAt, endsAt, at] = [
    subscription.currentPeriod.startsAt,
    subscription.currentPeriod.endsAt,
    preview.previewedAt,
  ].map(Date.parse)
  const periodMs = endsAt! - startsAt!
  const goneMs = Math.min(Math.max(at! - startsAt!, 0), periodMs)
  const unused = subscription.amountKobo - calculateUsedKobo(subscription.amountKobo, goneMs, periodMs)
  const isSame = subscription.plan.interval === to.interval
  const fresh = isSame ? to.amountKobo - calculateUsedKobo(to.amountKobo, goneMs, periodMs) : to.amountKobo
  assertSame('proration', 'What of a period is not used up', preview.unusedKobo, unused)
  assertSame('proration', 'What the rest of the period costs', preview.newPeriodKobo, fresh)
  assertSame(
    'proration',
    'What is due for a change',
    preview.dueNowKobo,
    Math.max(0, fresh - unused - preview.creditKobo),
  )
}
