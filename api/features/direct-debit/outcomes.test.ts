import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  createMandate,
  getMandate,
  listDebits,
  listMandates,
  type MandateStatus,
  mandateStatuses,
  scheduleDebit,
} from '@adire/contract/direct-debit.ts'
import type { MerchantContext, Steps } from '../../context.ts'
import { stepsOf } from '../../jobs/worker.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { activeMandate, aMandate, tomorrow } from '../../testing/mandates.ts'
import { debitOutcomes, mandateOutcomes } from './outcomes.ts'

async function business(t: TestContext) {
  const api = await testApp(t)
  const person = await api.person()
  const { call } = api.as(person)
  const steps = merchantSteps(api, person.merchantId)
  const names = async (of: typeof mandateOutcomes, id: string) =>
    (await steps.write((context) => of.list(context, id))).map(({ name }) => name)
  return { api, call, steps, names, caller: api.as(person) }
}

/** Steps as a signed-in member has them. */
function merchantSteps({ runtime }: TestApp, merchantId: string): Steps<MerchantContext> {
  const { config, vault, files } = runtime
  const jobs = stepsOf(runtime)
  return {
    mode: 'TEST',
    config,
    vault,
    files,
    write: (work) =>
      jobs.write((context) => work({ ...context, merchant: { id: merchantId }, user: undefined, apiKey: undefined })),
  }
}

test('every status of a mandate is reached by what can happen next', async (t) => {
  const { api, call, steps, names } = await business(t)
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
    const { id } = await call(createMandate, aMandate(api, { startOn: tomorrow(api), endOn: tomorrow(api, 9) }))
    for (const name of way) {
      const { status } = await call(getMandate, { id })
      reached.add(status)
      assert.ok((await names(mandateOutcomes, id)).includes(name), `${name} in ${status}`)
      await mandateOutcomes.apply(steps, id, name)
    }
    reached.add((await call(getMandate, { id })).status)
    await assert.rejects(mandateOutcomes.apply(steps, id, 'unheard_of'), { code: 'outcome_impossible' })
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

test('every status of a debit is reached by what can happen next, and each try is a payment', async (t) => {
  const { api, call, caller, steps, names } = await business(t)
  const { id: mandateId } = await activeMandate(api, caller)
  const plan = () => call(scheduleDebit, { mandateId, amountKobo: 100_000, date: tomorrow(api, 2) })
  const standing = async (id: string) => {
    const { content } = await call(listDebits, { id: mandateId, limit: 100 })
    const debit = content.find((one) => one.id === id)!
    return `${debit.status} ${debit.attempts}`
  }
  const one = await plan()
  await debitOutcomes.apply(steps, one.id, 'insufficient_funds')
  assert.equal(await standing(one.id), 'retrying 1')
  await debitOutcomes.apply(steps, one.id, 'issuer_unavailable')
  assert.equal(await standing(one.id), 'retrying 2')
  await debitOutcomes.apply(steps, one.id, 'insufficient_funds')
  assert.equal(await standing(one.id), 'failed 3')
  assert.deepEqual(await names(debitOutcomes, one.id), [])
  await assert.rejects(debitOutcomes.apply(steps, one.id, 'success'), { code: 'outcome_impossible' })

  const two = await plan()
  await debitOutcomes.apply(steps, two.id, 'no_answer')
  assert.equal(await standing(two.id), 'processing 1')
  assert.ok(!(await names(debitOutcomes, two.id)).includes('no_answer'))
  await debitOutcomes.apply(steps, two.id, 'success')
  assert.equal(await standing(two.id), 'success 1')

  const three = await plan()
  const four = await plan()
  await debitOutcomes.apply(steps, three.id, 'account_closed')
  assert.equal(await standing(three.id), 'failed 1')
  assert.equal(await standing(four.id), 'cancelled 0')
  const { status, standing: stands } = await call(getMandate, { id: mandateId })
  assert.deepEqual([status, stands.reason], ['cancelled', 'The account is closed or dormant'])
})

test('what another business has cannot be played with', async (t) => {
  const { api, call } = await business(t)
  const { id } = await call(createMandate, aMandate(api))
  const stranger = merchantSteps(api, (await api.person('bola')).merchantId)
  await assert.rejects(mandateOutcomes.apply(stranger, id, 'agree'), { status: 404 })
  await assert.rejects(
    stranger.write((context) => mandateOutcomes.list(context, id)),
    { status: 404 },
  )
  await assert.rejects(mandateOutcomes.apply({ ...stranger, mode: 'LIVE' }, id, 'agree'), { status: 403 })
})
