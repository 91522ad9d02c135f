import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resendWebhookDelivery } from '@adire/contract/webhooks.ts'
import { minuteMs, webhookFixture } from '../../testing/webhook-fixture.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { takeDueDeliveries } from './take.ts'

test('of two processes that take a delivery at the same moment, the second waits for the first and gets none', async (t) => {
  const { app, merchantId, endpoint, send, database } = await webhookFixture(t)
  await send()
  const realNow = app.runtime.clock()
  const take = () =>
    database.writeStatement((tx) =>
      takeDueDeliveries({ tx, realNow }, { merchantId, endpointId: endpoint.id }, { isSlow: false, limit: 5 }),
    )
  const taken = await sendWhileLocked(app, 'select from webhook_deliveries for update', [take, take])
  assert.deepEqual(
    taken.map((one) => one.status === 'fulfilled' && [one.value!.attempts.length, one.value!.isMoreDue]),
    [
      [1, false],
      [0, true],
    ],
  )
})

test('an attempt that was interrupted, and whose delivery was sent again by hand, is the first attempt of the new round', async (t) => {
  const { app, call, merchantId, endpoint, send, database } = await webhookFixture(t)
  const { id } = await send()
  const take = async () => {
    const realNow = app.runtime.clock()
    const taken = await database.writeStatement((tx) =>
      takeDueDeliveries({ tx, realNow }, { merchantId, endpointId: endpoint.id }, { isSlow: false, limit: 5 }),
    )
    return taken!.attempts.map(({ number, roundAttempts }) => [number, roundAttempts])
  }
  assert.deepEqual(await take(), [[1, 1]])
  await call(resendWebhookDelivery, { id })
  app.forward(minuteMs)
  assert.deepEqual(await take(), [[1, 1]])
})
