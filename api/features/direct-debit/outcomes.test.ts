import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  createMandate,
  getMandate,
  listDebits,
  listMandates,
  mandateStatuses,
  scheduleDebit,
} from '@adire/contract/direct-debit.ts'
import type { MandateStatus } from '@adire/contract/direct-debit-schemas.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { activeMandate, aMandate, dayFromNow } from '../../testing/mandates.ts'
import { debitOutcomes } from './debit-outcomes.ts'
import { mandateOutcomes } from './mandate-outcomes.ts'

async function business(t: TestContext) {
  const api = await testApp(t)
  const user = await api.createUser()
  const { call } = api.as(user)
  const unitOfWork = merchantUnitOfWork(api, user.merchantId)
  const names = async (of: typeof mandateOutcomes, id: string) =>
    (await unitOfWork.write((context) => of.list(context, id))).map(({ name }) => name)
  return { api, call, unitOfWork, names, caller: api.as(user) }
}

/** A unit of work like that of a signed-in member. */
function merchantUnitOfWork({ runtime }: TestApp, merchantId: string): UnitOfWork<MerchantContext> {
  const { config, vault, files } = runtime
  const jobs = jobUnitOfWork(runtime)
  const write: UnitOfWork<MerchantContext>['write'] = (callback) =>
    jobs.write((context) => callback({ ...context, merchant: { id: merchantId }, user: undefined, apiKey: undefined }))
  return { mode: 'TEST', config, vault, files, write, writeStatement: write }
}

test('each status of a mandate can be reached by a simulated outcome', async (t) => {
  const { api, call, unitOfWork, names } = await business(t)
  const reached = new Set<MandateStatus>()
  const ways: string[][] = [
    [],
    ['decline'],
    ['agree', 'reject'],
    ['agree', 'wrong_transfer', 'transfer', 'approve', 'ready', 'suspend', 'reinstate', 'close_account'],
    ['agree', 'transfer', 'reject'],
    ['agree', 'transfer', 'approve', 'suspend'],
  ]
  for (const way of ways) {
    const { id } = await call(createMandate, aMandate(api, { startOn: dayFromNow(api), endOn: dayFromNow(api, 9) }))
    for (const name of way) {
      const { status } = await call(getMandate, { id })
      reached.add(status)
      assert.ok((await names(mandateOutcomes, id)).includes(name), `${name} in ${status}`)
      await mandateOutcomes.apply(unitOfWork, id, name)
    }
    reached.add((await call(getMandate, { id })).status)
    await assert.rejects(mandateOutcomes.apply(unitOfWork, id, 'unheard_of'), { code: 'outcome_impossible' })
  }
  reached.add((await call(createMandate, { ...aMandate(api), draft: true })).status)
  api.forward(16 * 86_400_000)
  for (let looks = 0; looks < 2; looks++) await runNow(api.runtime, 'follow-mandates')
  const { content } = await call(listMandates, { limit: 100 })
  for (const { status } of content) reached.add(status)
  assert.deepEqual(
    [...mandateStatuses].filter((status) => !reached.has(status)),
    [],
  )
})

test('each status of a debit can be reached by a simulated outcome, and each attempt is a payment', async (t) => {
  const { api, call, caller, unitOfWork, names } = await business(t)
  const { id: mandateId } = await activeMandate(api, caller)
  const plan = () => call(scheduleDebit, { mandateId, amountKobo: 100_000, date: dayFromNow(api, 2) })
  const readDebitState = async (id: string) => {
    const { content } = await call(listDebits, { id: mandateId, limit: 100 })
    const debit = content.find((one) => one.id === id)!
    return `${debit.status} ${debit.attempts}`
  }
  const one = await plan()
  await debitOutcomes.apply(unitOfWork, one.id, 'insufficient_funds')
  assert.equal(await readDebitState(one.id), 'retrying 1')
  await debitOutcomes.apply(unitOfWork, one.id, 'issuer_unavailable')
  assert.equal(await readDebitState(one.id), 'retrying 2')
  await debitOutcomes.apply(unitOfWork, one.id, 'insufficient_funds')
  assert.equal(await readDebitState(one.id), 'failed 3')
  assert.deepEqual(await names(debitOutcomes, one.id), [])
  await assert.rejects(debitOutcomes.apply(unitOfWork, one.id, 'success'), { code: 'outcome_impossible' })

  const two = await plan()
  await debitOutcomes.apply(unitOfWork, two.id, 'no_answer')
  assert.equal(await readDebitState(two.id), 'processing 1')
  assert.ok(!(await names(debitOutcomes, two.id)).includes('no_answer'))
  await debitOutcomes.apply(unitOfWork, two.id, 'success')
  assert.equal(await readDebitState(two.id), 'success 1')

  const three = await plan()
  const four = await plan()
  await debitOutcomes.apply(unitOfWork, three.id, 'account_closed')
  assert.equal(await readDebitState(three.id), 'failed 1')
  assert.equal(await readDebitState(four.id), 'cancelled 0')
  const { status, standing: mandateStanding } = await call(getMandate, { id: mandateId })
  assert.deepEqual([status, mandateStanding.reason], ['cancelled', 'The account is closed or dormant'])
})

test('objects of another business cannot be simulated', async (t) => {
  const { api, call } = await business(t)
  const { id } = await call(createMandate, aMandate(api))
  const stranger = merchantUnitOfWork(api, (await api.createUser('bola')).merchantId)
  await assert.rejects(mandateOutcomes.apply(stranger, id, 'agree'), { status: 404 })
  await assert.rejects(
    stranger.write((context) => mandateOutcomes.list(context, id)),
    { status: 404 },
  )
  await assert.rejects(mandateOutcomes.apply({ ...stranger, mode: 'LIVE' }, id, 'agree'), { status: 403 })
})
