import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listOutcomes, playOutcome } from '@adire/contract/simulator.ts'
import { errorWith } from '../../testing/error-with.ts'
import { subscriptionFixture } from '../../testing/subscribing.ts'

test('each outcome of a subscription can be simulated', async (t) => {
  const { merchant, plan, subscribe, detail, live, invoices } = await subscriptionFixture(t)
  const { id: planId } = await plan({ afterFailure: 'attention' })
  const { id } = await subscribe(planId)
  const simulate = async (name: string) => {
    await merchant.call(playOutcome, { kind: 'subscription', id, name })
    const { status, charges, attention } = await detail(id)
    return [status, charges, attention?.code ?? null, attention?.needsNewCard ?? null]
  }
  const names = async () =>
    (await merchant.call(listOutcomes, { kind: 'subscription', id })).content.map(({ name }) => name)
  assert.deepEqual(await names(), ['renewed', 'no_funds', 'card_expired', 'card_lost', 'bank_silent', 'payer_cancels'])
  const before = await detail(id)
  assert.deepEqual(await simulate('renewed'), ['active', 2, null, null])
  const [second] = await invoices(id)
  assert.equal(second!.startsAt, before.currentPeriod!.endsAt)
  assert.deepEqual(await simulate('no_funds'), ['attention', 3, 'insufficient_funds', false])
  assert.deepEqual(await names(), ['retry_paid', 'retry_declined', 'given_up', 'payer_cancels'])
  assert.deepEqual(await simulate('retry_declined'), ['attention', 3, 'insufficient_funds', false])
  await assert.rejects(simulate('renewed'), errorWith(409, 'outcome_impossible'))
  assert.deepEqual(await simulate('retry_paid'), ['active', 3, null, null])
  assert.deepEqual(await simulate('card_lost'), ['attention', 4, 'lost_card', true])
  assert.deepEqual(await simulate('given_up'), ['attention', 4, 'lost_card', true])
  assert.deepEqual(await simulate('retry_paid'), ['active', 4, null, null])
  await simulate('bank_silent')
  assert.deepEqual([(await detail(id)).status, (await detail(id)).nextPaymentAt], ['active', null])
  await live(0.01)
  assert.deepEqual((await detail(id)).attention?.code, 'issuer_unavailable')
  assert.deepEqual(await simulate('retry_paid'), ['active', 5, null, null])
  assert.deepEqual(await simulate('payer_cancels'), ['non_renewing', 5, null, null])
  assert.deepEqual(await names(), ['period_over'])
  assert.deepEqual(await simulate('period_over'), ['cancelled', 5, null, null])
  assert.deepEqual(await names(), [])
})
