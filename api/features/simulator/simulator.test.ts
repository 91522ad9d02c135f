import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getCheckoutState, payByQr, payByTransfer } from '@adire/contract/checkout.ts'
import { contestDispute, listDisputes } from '@adire/contract/disputes.ts'
import { cancelRefund, requestRefund } from '@adire/contract/refunds.ts'
import { listOutcomes, playOutcome } from '@adire/contract/simulator.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { errorWith } from '../../testing/error-with.ts'
import { refundFixture } from '../../testing/refunding.ts'
import { createUser } from '../../testing/users.ts'

async function begun(t: TestContext) {
  const { app, merchant, payer, accessCode, detail, user } = await checkoutFixture(t)
  const { id } = await detail()
  const names = async () => {
    const { content } = await merchant.call(listOutcomes, { kind: 'payment', id })
    return content.map(({ name }) => name)
  }
  const simulate = async (name: string) => {
    const { content } = await merchant.call(playOutcome, { kind: 'payment', id, name })
    return content.map((one) => one.name)
  }
  const status = async () => (await payer.call(getCheckoutState, { accessCode })).status
  return { app, merchant, payer, accessCode, id, names, simulate, status, user }
}

test('a started payment can be simulated as paid, declined or abandoned, and an outcome that is not possible any more is rejected', async (t) => {
  for (const [name, ends] of [
    ['card_approved', 'success'],
    ['card_declined', 'failed'],
    ['card_no_funds', 'failed'],
    ['abandoned', 'abandoned'],
  ] as const) {
    const { names, simulate, status } = await begun(t)
    assert.ok((await names()).includes(name))
    const next = await simulate(name)
    assert.equal(await status(), ends, name)
    assert.deepEqual(next, ends === 'success' ? ['disputed'] : [])
    await assert.rejects(simulate(name), errorWith(409, 'outcome_impossible'))
  }
})

test('a challenge can be simulated with a right or wrong response; a paid payment can be disputed once', async (t) => {
  const right = await begun(t)
  assert.deepEqual(await right.simulate('card_asked'), ['confirmed', 'refused'])
  await right.simulate('confirmed')
  assert.equal(await right.status(), 'success')
  await right.simulate('disputed')
  await right.simulate('disputed')
  assert.equal((await right.merchant.call(listDisputes, {})).totalElements, 1)

  const wrong = await begun(t)
  await wrong.simulate('card_asked')
  await wrong.simulate('refused')
  assert.equal(await wrong.status(), 'failed')
})

test('a payment that can’t be disputed is not simulated as disputed, and the error says why: it is refunded, or its dispute is decided', async (t) => {
  const { call, pay } = await refundFixture(t)
  await pay()
  const { id } = await pay('needsAccount')
  const refund = await call(requestRefund, { id, amountKobo: 500_000, reason: 'requested_by_customer' })
  const dispute = () => call(playOutcome, { kind: 'payment', id, name: 'disputed' })
  const disputesOf = async () => (await call(listDisputes, { paymentId: id })).content
  const impossible = { status: 409, code: 'outcome_impossible' }
  await assert.rejects(dispute(), { ...impossible, message: /All of this payment is being refunded/ })
  assert.deepEqual(await disputesOf(), [])

  await call(cancelRefund, { id: refund.id })
  await dispute()
  const [opened, ...others] = await disputesOf()
  assert.deepEqual([opened!.amountKobo, others.length], [500_000, 0])
  await call(contestDispute, { id: opened!.id, message: 'The jacket was handed over on 3 March and signed for.' })
  await call(playOutcome, { kind: 'dispute', id: opened!.id, name: 'won' })
  await assert.rejects(dispute(), { ...impossible, message: /only once/ })
  assert.equal((await disputesOf()).length, 1)
})

test('transfers and codes have the simulated outcomes of their channel', async (t) => {
  const transfer = await begun(t)
  await transfer.payer.call(payByTransfer, { accessCode: transfer.accessCode })
  const names = await transfer.names()
  assert.deepEqual(names, ['exact', 'short', 'over', 'twice', 'late', 'in_flight', 'time_out'])
  await transfer.simulate('short')
  assert.equal(await transfer.status(), 'pending')
  await transfer.simulate('twice')
  assert.equal(await transfer.status(), 'success')

  const code = await begun(t)
  await code.payer.call(payByQr, { accessCode: code.accessCode })
  assert.deepEqual(await code.names(), ['approve', 'decline', 'time_out'])
  await code.simulate('decline')
  assert.equal(await code.status(), 'failed')
})

test('objects of another business, unknown objects and live mode cannot be simulated', async (t) => {
  const { app, id } = await begun(t)
  const bola = app.as(await app.createUser('Bola'))
  await assert.rejects(bola.call(listOutcomes, { kind: 'payment', id }), { status: 404 })
  await assert.rejects(bola.call(playOutcome, { kind: 'payment', id, name: 'card_approved' }), { status: 404 })
  const live = app.as(await createUser(app.runtime, 'Live', 'LIVE'), 'LIVE')
  await assert.rejects(live.call(listOutcomes, { kind: 'payment', id }), errorWith(403, 'forbidden'))
  await assert.rejects(live.call(playOutcome, { kind: 'payment', id, name: 'exact' }), errorWith(403, 'forbidden'))
})
