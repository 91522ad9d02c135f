import type { TestContext } from 'node:test'
import { confirmUser } from '@adire/contract/users.ts'
import { createWebhookEndpoint } from '@adire/contract/webhooks.ts'
import type { TestApp } from './app.ts'
import { openReceiver } from './receiver.ts'
import type { TestUser } from './users.ts'

/**
 * Webhook endpoint for all events of a business. The returned function resolves with the event types received since its last call,
 * sorted; without settlement events, which depend on the day.
 */
export async function collectEventTypes(
  t: TestContext,
  app: TestApp,
  user: TestUser,
): Promise<() => Promise<string[]>> {
  const { received, url } = await openReceiver(t)
  const { call } = app.as(user)
  await call(confirmUser, { password: user.password })
  await call(createWebhookEndpoint, { url, events: null })
  return async () => {
    await app.drain()
    const events = received.splice(0)
    const types = events.map(({ body }) => JSON.parse(body).type as string)
    return types.filter((type) => !type.startsWith('settlement.')).sort()
  }
}
