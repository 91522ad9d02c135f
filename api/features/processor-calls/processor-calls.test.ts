import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCardPage, payByTransfer } from '@adire/contract/checkout.ts'
import { checkPayment, listProcessorCalls } from '@adire/contract/processor-calls.ts'
import { purgeProcessorCalls } from '../../connectors/purge-calls.ts'
import { processorCalls } from '../../connectors/tables.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { liveFixture } from '../../testing/live-fixture.ts'
import { runOperator } from '../../testing/operator.ts'

const answersOf = (calls: { text: string; answer: string | null }[]) =>
  calls.map(({ text, answer }) => `${text}: ${answer}`)

test('a payment without an outcome shows what was sent, what Paystack answered, and when it is asked again', async (t) => {
  const { app, call, payer, paystack, start, paymentOf } = await liveFixture(t)
  const { accessCode, reference } = await start()
  const { id } = await paymentOf(reference)
  const before = await call(listProcessorCalls, { id })
  assert.deepEqual([before.processor, before.calls, before.canCheck], [null, [], false])
  paystack.control.addFault({ operation: 'transaction_initialize', kind: 'cut-after' })
  await assert.rejects(payer.call(openCardPage, { accessCode }), errorWith(503, 'unavailable'))
  await payer.call(openCardPage, { accessCode })
  app.forward(31_000)
  await runNow(app.runtime, 'check-payments')
  await app.drain()
  const shown = await call(listProcessorCalls, { id })
  assert.deepEqual(shown.processor, { name: 'Paystack', reference: reference.replace('_', '-') })
  assert.deepEqual(answersOf(shown.calls), [
    'We asked for the outcome: Nothing was paid yet',
    'We requested the card page: The customer continues on the page of the bank or processor',
    'We requested the card page: No usable answer',
  ])
  assert.ok(shown.calls.every(({ sentAt, answeredAt }) => answeredAt! >= sentAt))
  assert.ok(shown.nextCheckAt! > shown.calls[0]!.sentAt && shown.expiresAt! > shown.nextCheckAt!)

  const list = await runOperator(app, 'payments', 'waiting')
  assert.match(list.text, new RegExp(`${reference} .* paystack/card .* 1 check .* last answer: open`))
  assert.match(
    (await runOperator(app, 'payments', 'show', reference)).text,
    /We requested the card page: No usable answer/,
  )
  assert.match((await runOperator(app, 'payments', 'waiting', 'test')).text, /No payment waits/)
  assert.doesNotMatch(list.text, /ada@example/)
})

test('a check asks Paystack now: once in ten seconds, also twice at once; a lost answer is an error that may be repeated', async (t) => {
  const { app, call, payer, paystack, start, paymentOf } = await liveFixture(t)
  const { accessCode, reference } = await start()
  await payer.call(openCardPage, { accessCode })
  const { id } = await paymentOf(reference)
  app.stopClock(app.runtime.clock())
  const both = await Promise.allSettled([call(checkPayment, { id }), call(checkPayment, { id })])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await assert.rejects(call(checkPayment, { id }), errorWith(429, 'too_many_requests'))
  app.forward(10_000)
  paystack.control.addFault({ operation: '*', kind: 'bad-gateway' })
  await assert.rejects(call(checkPayment, { id }), errorWith(503, 'unavailable'))
  paystack.control.addEventRule({ event: 'charge.success', mode: 'drop' })
  await paystack.control.decideOnPage({ reference: `${reference.replace('_', '-')}.c`, decision: 'success' })
  app.forward(10_000)
  const paid = await call(checkPayment, { id })
  assert.deepEqual([paid.calls[0]?.answer, paid.canCheck, paid.nextCheckAt], ['Paid', false, null])
  assert.equal((await paymentOf(reference)).status, 'success')
  assert.equal((await call(checkPayment, { id })).calls.length, paid.calls.length)
  assert.deepEqual(paystack.control.readViolations(), [])
})

test('calls are seen by their business only, are limited per payment, and are deleted after 90 days', async (t) => {
  const { app, merchant, payer, accessCode, detail } = await checkoutFixture(t)
  await payer.call(payByTransfer, { accessCode })
  const { id } = await detail()
  const stranger = app.as(await app.createUser('Bola'))
  await assert.rejects(stranger.call(listProcessorCalls, { id }), errorWith(404, 'payment_not_found'))
  await assert.rejects(stranger.call(checkPayment, { id }), errorWith(404, 'payment_not_found'))
  for (let times = 0; times < 25; times++) {
    await merchant.call(checkPayment, { id })
    app.forward(10_000)
  }
  const { calls } = await merchant.call(listProcessorCalls, { id })
  assert.deepEqual([calls.length, calls.at(-1)?.text], [21, 'We requested an account number'])
  app.forward(91 * 86_400_000)
  await app.runtime.database.write((tx) => purgeProcessorCalls(tx, app.runtime.clock()))
  assert.equal(await app.runtime.database.read((tx) => tx.$count(processorCalls)), 0)
})
