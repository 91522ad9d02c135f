import { acceptDispute, contestDispute, getDispute, listDisputes } from '../../contract/disputes.ts'
import { listOutcomes, playOutcome } from '../../contract/simulator.ts'
import { type Action, same, someBusiness, somePayment, takeFault } from '../action.ts'
import { idOf } from './refund.ts'

/** A payer's bank wants a payment back. */
export const dispute: Action = async (scene) => {
  const found = somePayment(scene, ({ end }) => end === 'paid')
  if (!found) return 'nothing paid'
  const { business, payment } = found
  const caller = scene.as(business.person)
  const id = await idOf(scene, business, payment)
  const { content } = await caller.sure(listOutcomes, { kind: 'payment', id })
  if (!content.some(({ name }) => name === 'disputed')) return 'cannot be disputed'
  const told = await caller.call(playOutcome, { kind: 'payment', id, name: 'disputed' }, takeFault(scene))
  return `${business.name}: disputed: ${told.answer ? 'opened' : told.refusal!.code}`
}

/** The business answers a dispute, or its bank decides. */
export const tendDispute: Action = async (scene) => {
  const business = someBusiness(scene)
  if (!business) return 'nobody'
  const { chance } = scene
  const caller = scene.as(business.person)
  const { content } = await caller.sure(listDisputes, {})
  if (content.length === 0) return 'no disputes'
  const { id, status, amountKobo } = chance.pick(content)
  if (status === 'awaiting_merchant_feedback' && chance.is(0.6)) {
    if (chance.is(0.5)) {
      const kobo = chance.is(0.5) ? amountKobo : Math.max(1, Math.floor(amountKobo * 0.4))
      const told = await caller.call(acceptDispute, { id, amountKobo: kobo }, takeFault(scene))
      if (told.answer) same('acknowledged', 'What is lost of a dispute that was accepted', told.answer.lostKobo, kobo)
      return `${business.name}: accepts ${kobo}: ${told.answer?.status ?? told.refusal!.code}`
    }
    const told = await caller.call(
      contestDispute,
      { id, message: 'It was delivered on the day it was paid.' },
      takeFault(scene),
    )
    return `${business.name}: contests: ${told.answer?.status ?? told.refusal!.code}`
  }
  const { content: plays } = await caller.sure(listOutcomes, { kind: 'dispute', id })
  if (plays.length === 0) return 'nothing happens to it'
  const { name } = chance.pick(plays)
  const told = await caller.call(playOutcome, { kind: 'dispute', id, name }, takeFault(scene))
  const lost = { won: 0, lost: amountKobo, declined: amountKobo }[name]
  if (told.answer && lost !== undefined)
    same(
      'acknowledged',
      `What is lost of a dispute that ended as ${name}`,
      (await caller.sure(getDispute, { id })).lostKobo,
      lost,
    )
  return `${business.name}: dispute ${name}: ${told.answer ? 'done' : told.refusal!.code}`
}
