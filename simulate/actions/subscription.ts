import { listOutcomes, playOutcome } from '../../contract/simulator.ts'
import {
  cancelSubscription,
  listSubscriptions,
  pauseSubscription,
  resumeSubscription,
} from '../../contract/subscriptions.ts'
import { type Action, someBusiness, takeFault } from '../action.ts'

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
