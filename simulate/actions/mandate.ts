import { cancelMandate, createMandate, debitNow, getMandate, scheduleDebit } from '../../contract/direct-debit.ts'
import { listOutcomes, playOutcome } from '../../contract/simulator.ts'
import { type Action, expect, type Scene, someBusiness, takeFault } from '../action.ts'
import { dayAfter, dayOf } from '../days.ts'
import type { Business, Mandate } from '../model.ts'
import { sideBySide } from '../side-by-side.ts'

const guarantyTrust = 8
/** The sandbox's accounts by what they do: pays, pays at the third try, never pays, suspends after one, is away once. */
const accounts = ['0000000018', '0000000018', '0000000032', '0000000049', '0000000063', '0000000087']

export const openMandate: Action = async (scene) => {
  const { chance, world } = scene
  const business = someBusiness(scene)
  if (!business) return 'nobody'
  const kind = chance.is(0.5) ? 'variable' : 'fixed'
  const amountKobo = chance.pick([50_000, 123_456, 1_000_000, 20_000_000, 20_000_101])
  const maxTotalKobo = chance.is(0.5) ? Math.floor(amountKobo * chance.pick([1.1, 2, 2.5])) : null
  const account = chance.pick(accounts)
  const caller = scene.as(business.person)
  const wanted = {
    customerEmail: 'ada@example.com',
    customerName: 'Ada Obi',
    bankId: guarantyTrust,
    accountNumber: account,
    kind,
    amountKobo,
    maxTotalKobo,
    ...(kind === 'fixed' && { frequency: chance.pick(['daily', 'weekly'] as const) }),
    startOn: dayAfter(dayOf(world.now())),
    narration: 'Rent of the shop',
    feeBearer: chance.is(0.3) ? 'customer' : 'merchant',
  } as const
  const { id } = await caller.sure(createMandate, wanted, takeFault(scene))
  business.mandates.push({ id, kind, amountKobo, maxTotalKobo, account, asked: [] })
  for (const name of ['agree', 'transfer', 'approve', 'ready']) await play(scene, business, id, name)
  const { status, readyToDebit } = await caller.sure(getMandate, { id })
  return `${business.name}: mandate ${kind} of ${amountKobo}, at most ${maxTotalKobo}: ${status}${readyToDebit ? ', ready' : ''}`
}

async function play(scene: Scene, business: Business, id: string, name: string): Promise<string> {
  const caller = scene.as(business.person)
  const { content } = await caller.sure(listOutcomes, { kind: 'mandate', id })
  if (!content.some((one) => one.name === name)) return 'not now'
  const { refusal } = await caller.call(playOutcome, { kind: 'mandate', id, name }, takeFault(scene))
  return refusal?.code ?? 'done'
}

function someMandate(scene: Scene): { business: Business; mandate: Mandate } | undefined {
  const found = scene.model.businesses.flatMap((business) =>
    business.mandates.map((mandate) => ({ business, mandate })),
  )
  return found.length > 0 ? scene.chance.pick(found) : undefined
}

export const debit: Action = async (scene) => {
  const found = someMandate(scene)
  if (!found) return 'no mandates'
  const { chance, world } = scene
  const { business, mandate } = found
  const caller = scene.as(business.person)
  const amountKobo = Math.max(10_000, Math.floor(mandate.amountKobo * chance.pick([1, 1, 0.5, 1.01])))
  const idempotencyKey = `debit-${mandate.asked.length}-${mandate.id}`
  const isLater = chance.is(0.3)
  const told = isLater
    ? await caller.call(
        scheduleDebit,
        { mandateId: mandate.id, amountKobo, date: dayAfter(dayOf(world.now())) },
        { idempotencyKey, ...takeFault(scene) },
      )
    : await caller.call(debitNow, { id: mandate.id, amountKobo }, { idempotencyKey, ...takeFault(scene) })
  if (told.answer) {
    expect(
      'limit',
      amountKobo <= mandate.amountKobo,
      () => `A debit of ${amountKobo} is above the mandate of ${mandate.amountKobo}`,
    )
    mandate.asked.push({ key: idempotencyKey, id: told.answer.id, amountKobo })
  }
  return `${business.name}: debit of ${amountKobo}${isLater ? ' tomorrow' : ''}: ${told.answer?.status ?? told.refusal!.code}`
}

export const debitsAtOnce: Action = async (scene) => {
  const found = someMandate(scene)
  if (!found) return 'no mandates'
  const { business, mandate } = found
  const caller = scene.as(business.person)
  const isOneKey = scene.chance.is(0.5)
  const key = `debits-${mandate.asked.length}-${mandate.id}`
  const keys = isOneKey ? [key, key] : [`${key}-a`, `${key}-b`]
  const wanted = { id: mandate.id, amountKobo: mandate.amountKobo }
  await sideBySide(
    scene,
    keys.map((idempotencyKey) => (taskId: string) => caller.once(taskId, debitNow, wanted, { idempotencyKey })),
  )
  const ends: string[] = []
  for (const idempotencyKey of new Set(keys)) {
    const { answer, refusal } = await caller.call(debitNow, wanted, { idempotencyKey })
    if (answer) mandate.asked.push({ key: idempotencyKey, id: answer.id, amountKobo: wanted.amountKobo })
    ends.push(answer?.status ?? refusal!.code)
  }
  return `${business.name}: debits at once, ${isOneKey ? 'one key' : 'two keys'}: ${ends.join(', ')}`
}

export const tendMandate: Action = async (scene) => {
  const found = someMandate(scene)
  if (!found) return 'no mandates'
  const { chance } = scene
  const { business, mandate } = found
  if (chance.is(0.1)) {
    const { answer, refusal } = await scene
      .as(business.person)
      .call(cancelMandate, { id: mandate.id }, takeFault(scene))
    return `${business.name}: mandate cancelled: ${answer?.status ?? refusal!.code}`
  }
  const name = chance.pick(['agree', 'transfer', 'approve', 'ready', 'suspend', 'reinstate', 'reinstate'])
  return `${business.name}: mandate ${name}: ${await play(scene, business, mandate.id, name)}`
}
