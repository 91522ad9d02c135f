import { cancelMandate, createMandate, debitNow, getMandate, scheduleDebit } from '../../contract/direct-debit.ts'
import { listOutcomes, playOutcome } from '../../contract/simulator.ts'
import { assertThat, pickBusiness, type SimulationAction, type SimulationScene, takeFault } from '../action.ts'
import { dayAfter, toLagosDay } from '../days.ts'
import type { ModelBusiness, ModelMandate } from '../model.ts'
import { sideBySide } from '../side-by-side.ts'

const guarantyTrust = 8
/**
 * Sandbox accounts: two that pay, one that pays at the third attempt, one that never pays, one that suspends the mandate after a debit,
 * and one whose bank is unavailable once.
 */
const accounts = ['0000000018', '0000000018', '0000000032', '0000000049', '0000000063', '0000000087']

export const openMandate: SimulationAction = async (scene) => {
  const { chance, environment } = scene
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const kind = chance.is(0.5) ? 'variable' : 'fixed'
  const amountKobo = chance.pick([50_000, 123_456, 1_000_000, 20_000_000, 20_000_101])
  const maxTotalKobo = chance.is(0.5) ? Math.floor(amountKobo * chance.pick([1.1, 2, 2.5])) : null
  const account = chance.pick(accounts)
  const caller = scene.as(business.user)
  const input = {
    customerEmail: 'ada@example.com',
    customerName: 'Ada Obi',
    bankId: guarantyTrust,
    accountNumber: account,
    kind,
    amountKobo,
    maxTotalKobo,
    ...(kind === 'fixed' && { frequency: chance.pick(['daily', 'weekly'] as const) }),
    startOn: dayAfter(toLagosDay(environment.now())),
    narration: 'Rent of the shop',
    feeBearer: chance.is(0.3) ? 'customer' : 'merchant',
  } as const
  const { id } = await caller.mustCall(createMandate, input, takeFault(scene))
  business.mandates.push({ id, kind, amountKobo, maxTotalKobo, account, requestedDebits: [] })
  for (const name of ['agree', 'transfer', 'approve', 'ready']) await simulate(scene, business, id, name)
  const { status, readyToDebit } = await caller.mustCall(getMandate, { id })
  return `${business.name}: mandate ${kind} of ${amountKobo}, at most ${maxTotalKobo}: ${status}${readyToDebit ? ', ready' : ''}`
}

async function simulate(scene: SimulationScene, business: ModelBusiness, id: string, name: string): Promise<string> {
  const caller = scene.as(business.user)
  const { content } = await caller.mustCall(listOutcomes, { kind: 'mandate', id })
  if (!content.some((one) => one.name === name)) return 'not now'
  const { error } = await caller.call(playOutcome, { kind: 'mandate', id, name }, takeFault(scene))
  return error?.code ?? 'done'
}

function pickMandate(scene: SimulationScene): { business: ModelBusiness; mandate: ModelMandate } | undefined {
  const found = scene.model.businesses.flatMap((business) =>
    business.mandates.map((mandate) => ({ business, mandate })),
  )
  return found.length > 0 ? scene.chance.pick(found) : undefined
}

export const debitMandate: SimulationAction = async (scene) => {
  const found = pickMandate(scene)
  if (!found) return 'no mandates'
  const { chance, environment } = scene
  const { business, mandate } = found
  const caller = scene.as(business.user)
  const amountKobo = Math.max(10_000, Math.floor(mandate.amountKobo * chance.pick([1, 1, 0.5, 1.01])))
  const idempotencyKey = `debit-${mandate.requestedDebits.length}-${mandate.id}`
  const isLater = chance.is(0.3)
  const result = isLater
    ? await caller.call(
        scheduleDebit,
        { mandateId: mandate.id, amountKobo, date: dayAfter(toLagosDay(environment.now()), 2) },
        { idempotencyKey, ...takeFault(scene) },
      )
    : await caller.call(debitNow, { id: mandate.id, amountKobo }, { idempotencyKey, ...takeFault(scene) })
  if (result.response) {
    assertThat(
      'limit',
      amountKobo <= mandate.amountKobo,
      () => `A debit of ${amountKobo} is above the mandate of ${mandate.amountKobo}`,
    )
    mandate.requestedDebits.push({ key: idempotencyKey, id: result.response.id, amountKobo })
  }
  return `${business.name}: debit of ${amountKobo}${isLater ? ' in two days' : ''}: ${result.response?.status ?? result.error!.code}`
}

export const debitsAtOnce: SimulationAction = async (scene) => {
  const found = pickMandate(scene)
  if (!found) return 'no mandates'
  const { business, mandate } = found
  const caller = scene.as(business.user)
  const isOneKey = scene.chance.is(0.5)
  const key = `debits-${mandate.requestedDebits.length}-${mandate.id}`
  const keys = isOneKey ? [key, key] : [`${key}-a`, `${key}-b`]
  const input = { id: mandate.id, amountKobo: mandate.amountKobo }
  await sideBySide(
    scene,
    keys.map((idempotencyKey) => (taskId: string) => caller.once(taskId, debitNow, input, { idempotencyKey })),
  )
  const ends: string[] = []
  for (const idempotencyKey of new Set(keys)) {
    const { response, error } = await caller.call(debitNow, input, { idempotencyKey })
    if (response) mandate.requestedDebits.push({ key: idempotencyKey, id: response.id, amountKobo: input.amountKobo })
    ends.push(response?.status ?? error!.code)
  }
  return `${business.name}: debits at once, ${isOneKey ? 'one key' : 'two keys'}: ${ends.join(', ')}`
}

export const continueMandate: SimulationAction = async (scene) => {
  const found = pickMandate(scene)
  if (!found) return 'no mandates'
  const { chance } = scene
  const { business, mandate } = found
  if (chance.is(0.1)) {
    const { response, error } = await scene.as(business.user).call(cancelMandate, { id: mandate.id }, takeFault(scene))
    return `${business.name}: mandate cancelled: ${response?.status ?? error!.code}`
  }
  const name = chance.pick(['agree', 'transfer', 'approve', 'ready', 'suspend', 'reinstate', 'reinstate'])
  return `${business.name}: mandate ${name}: ${await simulate(scene, business, mandate.id, name)}`
}
