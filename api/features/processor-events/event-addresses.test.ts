import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { liveFixture, secretKey } from '../../testing/live-fixture.ts'
import { processorEvents, rejectedEvents } from './tables.ts'

test('with the addresses of the processor set, a signed event from another one is rejected and counted', async (t) => {
  const { app } = await liveFixture(t, { PROCESSOR_EVENT_ADDRESSES: '52.31.139.75,52.49.173.169' })
  const body = JSON.stringify({ event: 'charge.success', data: { domain: 'live', reference: 'pay-a', amount: 1 } })
  const signature = createHmac('sha512', secretKey).update(body).digest('hex')
  const post = async (headers: Record<string, string>) =>
    (
      await fetch(`${app.url}/providers/paystack/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-paystack-signature': signature, ...headers },
        body,
      })
    ).status
  assert.equal(await post({}), 403)
  // What a request says about its own address counts only behind a proxy that is trusted.
  assert.equal(await post({ 'x-forwarded-for': '52.31.139.75' }), 403)
  const read = () =>
    app.runtime.database.read(async (tx) => ({
      stored: await tx.$count(processorEvents),
      rejected: await tx.select().from(rejectedEvents),
    }))
  await t.waitFor(async () => assert.equal((await read()).rejected[0]?.count, 2), { interval: 50, timeout: 60_000 })
  const { stored, rejected } = await read()
  assert.deepEqual([stored, rejected[0]?.reason], [0, 'address'])
})
