import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setWebhookEndpointEnabled } from '@adire/contract/webhooks.ts'
import { pino } from 'pino'
import { deliverDueWebhooks } from '../features/webhooks/deliver.ts'
import { jobUnitOfWork } from '../jobs/worker.ts'
import { atEnd } from '../testing/at-end.ts'
import { minuteMs, webhookFixture } from '../testing/webhook-fixture.ts'
import { serveMetrics } from './serve.ts'

test('due deliveries of webhooks are in the metrics with the age of the oldest, those of slow endpoints apart', async (t) => {
  const { app, call, merchantId, endpoint, shop, send } = await webhookFixture(t)
  /** Number and age in seconds, of other endpoints and of slow ones, read by a process that has not read them before. */
  const read = async () => {
    const { url, close } = await serveMetrics(
      app.runtime,
      { host: '127.0.0.1', port: 0, token: undefined },
      pino({ level: 'silent' }),
    )
    atEnd(t, close)
    const text = await (await fetch(url)).text()
    return ['other', 'slow'].flatMap((kind) =>
      ['due', 'oldest_due_seconds'].map((name) =>
        Number(new RegExp(`^adire_webhooks_${name}{endpoint="${kind}"} (.*)$`, 'm').exec(text)?.[1]),
      ),
    )
  }
  app.stopClock(app.runtime.clock())
  assert.deepEqual(await read(), [0, 0, 0, 0])
  await send()
  app.forward(minuteMs)
  await send()
  assert.deepEqual(await read(), [2, 60, 0, 0])

  shop.neverRespond()
  await deliverDueWebhooks(jobUnitOfWork(app.runtime), { merchantId, endpointId: endpoint.id }, { timeoutMs: 50 })
  assert.deepEqual(await read(), [0, 0, 0, 0], 'their next attempts are not due')
  await send()
  assert.deepEqual(await read(), [0, 0, 1, 0])
  await call(setWebhookEndpointEnabled, { id: endpoint.id, enabled: false })
  assert.deepEqual(await read(), [0, 0, 0, 0])
})
