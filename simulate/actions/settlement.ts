import { asOneClient } from '../../api/database/one-client.ts'
import { listSettlements, resumeSettlement } from '../../contract/settlements.ts'
import { listOutcomes, playOutcome } from '../../contract/simulator.ts'
import { confirmUser } from '../../contract/users.ts'
import { pickBusiness, type SimulationAction, type SimulationScene, takeFault } from '../action.ts'
import { bankState } from '../gate.ts'
import { jobLane, sideBySide } from '../side-by-side.ts'
import { passMorning } from './time.ts'

/** A business with an unpaid settlement and a bank that responds; or the reason why there is none. */
async function pickPayableBusiness(scene: SimulationScene) {
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  if (bankState.isSilent) return 'the bank says nothing'
  const caller = scene.as(business.user)
  const { content } = await caller.mustCall(listSettlements, {})
  const open = content.find(({ status }) => status !== 'success')
  if (!open) return 'nothing to pay out'
  scene.model.simulatedSettlements.add(open.id)
  return { business, caller, open }
}

/** Simulates the bank's decision on a settlement before its due time. */
export const simulateSettlement: SimulationAction = async (scene) => {
  const found = await pickPayableBusiness(scene)
  if (typeof found === 'string') return found
  const { business, caller, open } = found
  const { content: outcomes } = await caller.mustCall(listOutcomes, { kind: 'settlement', id: open.id })
  if (outcomes.length === 0) return 'no outcomes'
  const name = scene.chance.pick(['paid', 'returned', 'returned'])
  const result = await caller.call(playOutcome, { kind: 'settlement', id: open.id, name }, takeFault(scene))
  return `${business.name}: the bank says ${name}: ${result.response ? 'done' : result.error!.code}`
}

/** The bank returns payouts of one settlement repeatedly, as for a closed account. */
export const returnsInARow: SimulationAction = async (scene) => {
  const found = await pickPayableBusiness(scene)
  if (typeof found === 'string') return found
  const { business, caller, open } = found
  const ends: string[] = []
  for (let times = scene.chance.pick([2, 3, 3]); times > 0; times--) {
    const { content: outcomes } = await caller.mustCall(listOutcomes, { kind: 'settlement', id: open.id })
    if (!outcomes.some(({ name }) => name === 'returned')) break
    const result = await caller.call(
      playOutcome,
      { kind: 'settlement', id: open.id, name: 'returned' },
      takeFault(scene),
    )
    ends.push(result.response ? 'returned' : result.error!.code)
  }
  // The user confirms the account, and the payout is retried once.
  if (scene.chance.is(0.7)) {
    await passMorning(scene)
    ends.push(await resumeHeldSettlement(scene))
    await passMorning(scene)
  }
  return `${business.name}: payouts of one settlement come back: ${ends.join(', ')}`
}

/** Switches the payout bank's responses off or on. Proceeds of several days accumulate in the meantime. */
export const bankSilence: SimulationAction = async () => {
  bankState.isSilent = !bankState.isSilent
  return bankState.isSilent ? 'the bank answers nobody' : 'the bank answers again'
}

/** Confirms the bank account of a settlement on hold. */
export const resumeHeldSettlement: SimulationAction = async (scene) => {
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const caller = scene.as(business.user)
  const { content } = await caller.mustCall(listSettlements, {})
  const held = content.find(({ hold }) => hold?.reason === 'payouts_returned')
  if (!held) return 'nothing is held'
  await caller.mustCall(confirmUser, { password: business.user.password })
  const result = await caller.call(resumeSettlement, { id: held.id }, takeFault(scene))
  if (result.response) scene.model.confirmed.set(held.id, await countPayouts(scene, held.id))
  return `${business.name}: confirms the account: ${result.response?.status ?? result.error!.code}`
}

/** Two processes run the same scheduled job concurrently. */
export const concurrentScheduledJobs: SimulationAction = async (scene) => {
  const name = scene.chance.pick([
    'create-settlements',
    'pay-settlements',
    'release-reserves',
    'check-refunds',
    'check-payments',
    'renew-subscriptions',
  ])
  await sideBySide(scene, [jobLane(scene, name, {}), jobLane(scene, name, {})])
  await scene.queue.run(scene.chance)
  return `two processes do ${name}`
}

/** Number of payouts of a settlement so far. */
const countPayouts = ({ environment }: SimulationScene, settlementId: string) =>
  asOneClient(environment.databaseUrl, async (db) => {
    const { rows } = await db.query<{ times: number }>(
      'select count(*)::int as times from payouts where settlement_id = $1',
      [settlementId],
    )
    return rows[0]!.times
  })
