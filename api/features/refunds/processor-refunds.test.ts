import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { getPayment } from '@adire/contract/payments.ts'
import { cancelRefund, getRefund, requestRefund } from '@adire/contract/refunds.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { getBalance } from '../../ledger/ledger.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { liveFixture, secretKey } from '../../testing/live-fixture.ts'

/** A live business with a refund of NGN 1,000 that its card does not accept: Paystack has its money and waits for an account. */
async function waitingRefund(t: TestContext) {
  const fixture = await liveFixture(t)
  const { app, call, merchantId, paystack, pay } = fixture
  const { control } = paystack
  const { payment } = await pay()
  const { id } = await call(requestRefund, { id: payment.id, amountKobo: 100_000, reason: 'duplicate' })
  const response = await fetch(`${paystack.url}/refund`, { headers: { authorization: `Bearer ${secretKey}` } })
  const [there] = ((await response.json()) as { data: { id: number }[] }).data
  const settle = async (status: 'needs-attention' | 'processing' | 'processed' | 'failed') => {
    await control.settleRefund({ id: there!.id, status })
    await app.drain()
  }
  await settle('needs-attention')
  const status = async () => (await call(getRefund, { id })).status
  assert.equal(await status(), 'needs_attention')
  const pending = () => app.runtime.database.read((tx) => getBalance(tx, merchantAccount(merchantId, 'pending')))
  const cancel = () => call(cancelRefund, { id })
  const refunded = async () => (await call(getPayment, { id: payment.id })).refundedKobo
  const { netKobo } = payment
  return { ...fixture, control, settle, status, pending, cancel, refunded, netKobo }
}

test('a refund that needs an account cannot be cancelled while Paystack has its money, and is processed when Paystack gets one', async (t) => {
  const { control, settle, status, pending, cancel, refunded, netKobo } = await waitingRefund(t)
  await assert.rejects(cancel(), errorWith(409, 'refund_not_cancellable'))
  await settle('processing')
  await assert.rejects(cancel(), errorWith(409, 'refund_not_cancellable'))
  assert.deepEqual([await status(), await pending(), await refunded()], ['needs_attention', netKobo - 100_000, 0])
  await settle('processed')
  assert.deepEqual([await status(), await pending(), await refunded()], ['processed', netKobo - 100_000, 100_000])
  assert.deepEqual(control.readViolations(), [])
})

test('a refund that Paystack has paid out without telling us is processed when somebody cancels it', async (t) => {
  const { control, settle, status, pending, cancel, refunded, netKobo } = await waitingRefund(t)
  control.addFault({ operation: 'refund_list', kind: 'bad-gateway', count: 10 })
  await assert.rejects(cancel(), errorWith(503, 'unavailable'))
  control.clearFaults()
  control.addEventRule({ event: '*', mode: 'drop', count: 10 })
  await settle('processed')
  await assert.rejects(cancel(), errorWith(409, 'refund_not_cancellable'))
  assert.deepEqual([await status(), await pending(), await refunded()], ['processed', netKobo - 100_000, 100_000])
})

test('a refund that needs an account is queried every six hours, in case Paystack has paid it out without telling us', async (t) => {
  const { app, control, settle, status, refunded, paystack } = await waitingRefund(t)
  control.addEventRule({ event: '*', mode: 'drop', count: 10 })
  await settle('processed')
  const queries = () => paystack.control.readRequests().filter(({ operation }) => operation === 'refund_list').length
  const checkAfter = async (hours: number) => {
    const before = queries()
    app.forward(hours * 3_600_000)
    await runNow(app.runtime, 'check-refunds')
    await app.drain()
    return queries() - before
  }
  assert.deepEqual([await checkAfter(5), await status()], [0, 'needs_attention'])
  assert.deepEqual([await checkAfter(1), await status(), await refunded()], [1, 'processed', 100_000])
})

test('a refund that began to wait before such refunds were queried is queried after the update', async (t) => {
  const { app, control, settle, status } = await waitingRefund(t)
  control.addEventRule({ event: '*', mode: 'drop', count: 10 })
  await settle('processed')
  const migration = new URL('../../database/migrations/0111_late-refunds.sql', import.meta.url)
  const update = (await readFile(migration, 'utf8')).split('--> statement-breakpoint')[1]!
  await app.runtime.database.write(async ({ $client }) => {
    await $client.query('update refunds set check_at = null')
    await $client.query(update)
  })
  await runNow(app.runtime, 'check-refunds')
  await app.drain()
  assert.equal(await status(), 'processed')
})

test('a refund that Paystack gives up while it needs an account is back in the balance, until Paystack pays it after all', async (t) => {
  const { settle, status, pending, cancel, refunded, netKobo } = await waitingRefund(t)
  await settle('failed')
  assert.deepEqual([await status(), await pending(), await refunded()], ['failed', netKobo, 0])
  await assert.rejects(cancel(), errorWith(409, 'refund_not_cancellable'))
  // Paystack pays it all the same.
  await settle('processed')
  assert.deepEqual([await status(), await pending(), await refunded()], ['processed', netKobo - 100_000, 100_000])
})

test('a refund that Paystack pays, fails and pays again ends as it reports, although the events are equal, and in any order', async (t) => {
  const { app, control, settle, status, refunded } = await waitingRefund(t)
  const change = async (to: 'processed' | 'failed') => {
    app.forward(120_000)
    await settle(to)
    return [await status(), await refunded()]
  }
  await settle('processing')
  assert.deepEqual(await change('processed'), ['processed', 100_000])
  assert.deepEqual(await change('failed'), ['failed', 0])
  assert.deepEqual(await change('processed'), ['processed', 100_000])
  control.addEventRule({ event: 'refund.failed', mode: 'hold' })
  assert.deepEqual(await change('failed'), ['processed', 100_000])
  await change('processed')
  await control.releaseEvents()
  await app.drain()
  assert.deepEqual([await status(), await refunded(), control.readViolations()], ['processed', 100_000, []])
})
