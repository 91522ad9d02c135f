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
import { type Action, type Scene, same, someBusiness, takeFault } from '../action.ts'
import type { Business } from '../model.ts'
import { usedOf } from '../money.ts'

export const tendSubscription: Action = async (scene) => {
  const business = someBusiness(scene)
  if (!business) return 'nobody'
  const { chance } = scene
  const caller = scene.as(business.person)
  const { content } = await caller.sure(listSubscriptions, {})
  if (content.length === 0) return 'no subscriptions'
  const { id } = chance.pick(content)
  const what = chance.weighted({ play: 6, cancel: 1, pause: 1, resume: 1 })
  if (what === 'play') {
    const { content: plays } = await caller.sure(listOutcomes, { kind: 'subscription', id })
    if (plays.length === 0) return 'nothing happens to it'
    const { name } = chance.pick(plays)
    const told = await caller.call(playOutcome, { kind: 'subscription', id, name }, takeFault(scene))
    return `${business.name}: subscription ${name}: ${told.answer ? 'done' : told.refusal!.code}`
  }
  const endpoint = { cancel: cancelSubscription, pause: pauseSubscription, resume: resumeSubscription }[what]
  const told = await caller.call(endpoint, { id } as never, takeFault(scene))
  return `${business.name}: subscription ${what}: ${told.answer ? 'done' : told.refusal!.code}`
}

/** Another plan, from now on: what is not used up of the old one counts, to the kobo, and the preview is what is charged. */
export const changePlan: Action = async (scene) => {
  const business = someBusiness(scene)
  if (!business) return 'nobody'
  const { sure, call } = scene.as(business.person)
  const { content } = await sure(listSubscriptions, { status: 'active' })
  if (content.length === 0) return 'no subscriptions'
  const { id, plan } = scene.chance.pick(content)
  const others = business.plans.filter((one) => one.id !== plan.id)
  if (others.length === 0) return 'no other plan'
  const to = scene.chance.pick(others)
  const { answer: shown, refusal } = await call(previewPlanChange, { id, planId: to.id, when: 'now' })
  if (!shown) return `${business.name}: change of plan: ${refusal!.code}`
  await checkPreview(scene, business, id, shown, to)
  const { previewedAt, dueNowKobo, creditLeftKobo } = shown
  const told = await call(
    changeSubscriptionPlan,
    { id, planId: to.id, when: 'now', previewedAt, dueNowKobo },
    takeFault(scene),
  )
  if (told.answer) {
    same('proration', 'What is left over after a change', told.answer.creditKobo, creditLeftKobo)
    const { content: invoices } = await sure(listSubscriptionInvoices, { id })
    const change = invoices.find(({ kind }) => kind === 'change')
    if (change) same('proration', 'What a change was charged', change.dueKobo, dueNowKobo)
  }
  return `${business.name}: change of plan: ${told.answer?.status ?? told.refusal!.code}`
}

/** Works out anew what a first change in a period costs. */
async function checkPreview(
  scene: Scene,
  business: Business,
  id: string,
  shown: { previewedAt: string; unusedKobo: number; newPeriodKobo: number; dueNowKobo: number; creditKobo: number },
  to: Business['plans'][number],
): Promise<void> {
  const { sure } = scene.as(business.person)
  const held = await sure(getSubscription, { id })
  const { content: invoices } = await sure(listSubscriptionInvoices, { id })
  if (held.isTrial || invoices.some(({ kind }) => kind === 'change') || !held.currentPeriod) return
  const [startsAt, endsAt, at] = [held.currentPeriod.startsAt, held.currentPeriod.endsAt, shown.previewedAt].map(
    Date.parse,
  )
  const wholeMs = endsAt! - startsAt!
  const goneMs = Math.min(Math.max(at! - startsAt!, 0), wholeMs)
  const unused = held.amountKobo - usedOf(held.amountKobo, goneMs, wholeMs)
  const isSame = held.plan.interval === to.interval
  const fresh = isSame ? to.amountKobo - usedOf(to.amountKobo, goneMs, wholeMs) : to.amountKobo
  same('proration', 'What of a period is not used up', shown.unusedKobo, unused)
  same('proration', 'What the rest of the period costs', shown.newPeriodKobo, fresh)
  same('proration', 'What is due for a change', shown.dueNowKobo, Math.max(0, fresh - unused - shown.creditKobo))
}
