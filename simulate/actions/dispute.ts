import { acceptDispute, contestDispute, getDispute, listDisputes } from '../../contract/disputes.ts'
import { listOutcomes, playOutcome } from '../../contract/simulator.ts'
import { assertSame, pickBusiness, pickPayment, type SimulationAction, takeFault } from '../action.ts'
import { findPaymentId } from './refund.ts'

/** The payer's bank opens a dispute. */
export const openPaymentDispute: SimulationAction = async (scene) => {
  const found = pickPayment(scene, ({ end }) => end === 'paid')
  if (!found) return 'nothing paid'
  const { business, payment } = found
  const caller = scene.as(business.user)
  const id = await findPaymentId(scene, business, payment)
  const { content } = await caller.mustCall(listOutcomes, { kind: 'payment', id })
  if (!content.some(({ name }) => name === 'disputed')) return 'cannot be disputed'
  const result = await caller.call(playOutcome, { kind: 'payment', id, name: 'disputed' }, takeFault(scene))
  return `${business.name}: disputed: ${result.response ? 'opened' : result.error!.code}`
}

/** The business responds to a dispute, or the bank decides it. */
export const continueDispute: SimulationAction = async (scene) => {
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const { chance } = scene
  const caller = scene.as(business.user)
  const { content } = await caller.mustCall(listDisputes, {})
  if (content.length === 0) return 'no disputes'
  const { id, status, amountKobo } = chance.pick(content)
  if (status === 'awaiting_merchant_feedback' && chance.is(0.6)) {
    if (chance.is(0.5)) {
      const kobo = chance.is(0.5) ? amountKobo : Math.max(1, Math.floor(amountKobo * 0.4))
      const result = await caller.call(acceptDispute, { id, amountKobo: kobo }, takeFault(scene))
      if (result.response)
        assertSame('acknowledged', 'What is lost of a dispute that was accepted', result.response.lostKobo, kobo)
      return `${business.name}: accepts ${kobo}: ${result.response?.status ?? result.error!.code}`
    }
    const result = await caller.call(
      contestDispute,
      { id, message: 'It was delivered on the day it was paid.' },
      takeFault(scene),
    )
    return `${business.name}: contests: ${result.response?.status ?? result.error!.code}`
  }
  const { content: outcomes } = await caller.mustCall(listOutcomes, { kind: 'dispute', id })
  if (outcomes.length === 0) return 'nothing happens to it'
  const { name } = chance.pick(outcomes)
  const result = await caller.call(playOutcome, { kind: 'dispute', id, name }, takeFault(scene))
  const lost = { won: 0, lost: amountKobo, declined: amountKobo }[name]
  if (result.response && lost !== undefined)
    assertSame(
      'acknowledged',
      `What is lost of a dispute that ended as ${name}`,
      (await caller.mustCall(getDispute, { id })).lostKobo,
      lost,
    )
  return `${business.name}: dispute ${name}: ${result.response ? 'done' : result.error!.code}`
}
