import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhookFixture } from '../../testing/webhook-fixture.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { takeDueDeliveries } from './take.ts'

test('of two processes that take a delivery at the same moment, the second waits for the first and gets none', async (t) => {
  const { app, merchantId, endpoint, send, database } = await webhookFixture(t)
  await send()
  const realNow = app.runtime.clock()
  const take = () =>
    database.writeStatement((tx) =>
      takeDueDeliveries({ tx, realNow }, { merchantId, endpointId: endpoint.id }, { isSlow: false, most: 5 }),
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
