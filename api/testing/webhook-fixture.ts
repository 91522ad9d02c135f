import type { TestContext } from 'node:test'
import { confirmUser } from '@adire/contract/users.ts'
import { createWebhookEndpoint, listWebhookDeliveries, sendTestWebhook } from '@adire/contract/webhooks.ts'
import { eq } from 'drizzle-orm'
import { deliverWebhooks } from '../features/webhooks/enqueue.ts'
import { webhookAttempts } from '../features/webhooks/tables.ts'
import { outbox } from '../jobs/tables.ts'
import { testApp } from './app.ts'
import { openReceiver } from './receiver.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/** A business with a running webhook server, and functions to send it events. */
export async function webhookFixture(t: TestContext, status = 200) {
  const shop = await openReceiver(t)
  shop.respondWith(status)
  const app = await testApp(t)
  const user = await app.createUser()
  const { call, merchantId } = app.as(user)
  await call(confirmUser, { password: user.password })
  const { endpoint } = await call(createWebhookEndpoint, { url: shop.url })
  const send = () => call(sendTestWebhook, { id: endpoint.id, type: 'charge.success' })
  const rows = async (given = {}) => (await call(listWebhookDeliveries, { limit: 100, ...given })).content
  const { database } = app.runtime
  /** The next attempts, as enqueued in the outbox. */
  const outboxRows = async () => {
    const found = await database.read((tx) => tx.select().from(outbox).where(eq(outbox.job, deliverWebhooks.name)))
    return found.map(({ runAt, merchantId: inTimeOf, payload }) => ({ runAt, inTimeOf, payload }))
  }
  const attempts = () => database.read((tx) => tx.select().from(webhookAttempts).orderBy(webhookAttempts.number))
  return { app, user, call, merchantId, endpoint, shop, send, rows, outboxRows, attempts, database }
}
