import { listSettlements, resumeSettlement } from '../../contract/settlements.ts'
import { listOutcomes, playOutcome } from '../../contract/simulator.ts'
import { confirmUser } from '../../contract/users.ts'
import { type Action, type Scene, someBusiness, takeFault } from '../action.ts'
import { bank } from '../gate.ts'
import { on } from '../postgres.ts'
import { jobLane, sideBySide } from '../side-by-side.ts'
import { morning } from './time.ts'

/** A business with a settlement that is not paid, and whose bank answers; or why there is none. */
async function somePayable(scene: Scene) {
  const business = someBusiness(scene)
  if (!business) return 'nobody'
  if (bank.isSilent) return 'the bank says nothing'
  const caller = scene.as(business.person)
  const { content } = await caller.sure(listSettlements, {})
  const open = content.find(({ status }) => status !== 'success')
  if (!open) return 'nothing to pay out'
  return { business, caller, open }
}

/** The bank decides about a settlement before its time. */
export const playSettlement: Action = async (scene) => {
  const found = await somePayable(scene)
  if (typeof found === 'string') return found
  const { business, caller, open } = found
  const { content: outcomes } = await caller.sure(listOutcomes, { kind: 'settlement', id: open.id })
  if (outcomes.length === 0) return 'no outcomes'
  const name = scene.chance.pick(['paid', 'returned', 'returned'])
  const told = await caller.call(playOutcome, { kind: 'settlement', id: open.id, name }, takeFault(scene))
  return `${business.name}: the bank says ${name}: ${told.answer ? 'done' : told.refusal!.code}`
}

/** The bank sends payouts of one settlement back, one after the other, as it does where an account is closed. */
export const returnsInARow: Action = async (scene) => {
  const found = await somePayable(scene)
  if (typeof found === 'string') return found
  const { business, caller, open } = found
  const ends: string[] = []
  for (let times = scene.chance.pick([2, 3, 3]); times > 0; times--) {
    const { content: outcomes } = await caller.sure(listOutcomes, { kind: 'settlement', id: open.id })
    if (!outcomes.some(({ name }) => name === 'returned')) break
    const told = await caller.call(playOutcome, { kind: 'settlement', id: open.id, name: 'returned' }, takeFault(scene))
    ends.push(told.answer ? 'returned' : told.refusal!.code)
  }
  // The owner says that the account is right, and the bank is asked once more.
  if (scene.chance.is(0.7)) {
    await morning(scene)
    ends.push(await resume(scene))
    await morning(scene)
  }
  return `${business.name}: payouts of one settlement come back: ${ends.join(', ')}`
}

/** The bank that pays out does not answer any more, or does again. Takings of several days come meanwhile. */
export const bankSilence: Action = async () => {
  bank.isSilent = !bank.isSilent
  return bank.isSilent ? 'the bank answers nobody' : 'the bank answers again'
}

/** The owner of a settlement that is on hold says that its account is right. */
export const resume: Action = async (scene) => {
  const business = someBusiness(scene)
  if (!business) return 'nobody'
  const caller = scene.as(business.person)
  const { content } = await caller.sure(listSettlements, {})
  const held = content.find(({ hold }) => hold?.reason === 'payouts_returned')
  if (!held) return 'nothing is held'
  await caller.sure(confirmUser, { password: business.person.password })
  const told = await caller.call(resumeSettlement, { id: held.id }, takeFault(scene))
  if (told.answer) scene.model.confirmed.set(held.id, await payoutsOf(scene, held.id))
  return `${business.name}: confirms the account: ${told.answer?.status ?? told.refusal!.code}`
}

/** Two processes do the same recurring work at the same time. */
export const sweepsAtOnce: Action = async (scene) => {
  const name = scene.chance.pick([
    'gather-settlements',
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

/** How many payouts of a settlement there were so far. */
const payoutsOf = ({ world }: Scene, settlementId: string) =>
  on(world.databaseUrl, async (db) => {
    const { rows } = await db.query<{ times: number }>(
      'select count(*)::int as times from payouts where settlement_id = $1',
      [settlementId],
    )
    return rows[0]!.times
  })
