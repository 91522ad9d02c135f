import type { TestContext } from 'node:test'
import { confirmUser } from '@adire/contract/users.ts'
import { createWebhookEndpoint } from '@adire/contract/webhooks.ts'
import type { TestApp } from './app.ts'
import { openReceiver } from './receiver.ts'
import type { TestUser } from './users.ts'

interface ReceivedEvent {
  type: string
  data: Record<string, unknown>
}

/** Webhook endpoint for all events of a business. The returned function resolves with the events received since its last call. */
export async function collectEvents(
  t: TestContext,
  app: TestApp,
  user: TestUser,
): Promise<() => Promise<ReceivedEvent[]>> {
  const { received, url } = await openReceiver(t)
  const { call } = app.as(user)
  await call(confirmUser, { password: user.password })
  await call(createWebhookEndpoint, { url, events: null })
  return async () => {
    await app.drain()
    return received.splice(0).map(({ body }) => JSON.parse(body))
  }
}

/** As `collectEvents`, only the types, sorted; without settlement events, which depend on the day. */
export async function collectEventTypes(
  t: TestContext,
  app: TestApp,
  user: TestUser,
): Promise<() => Promise<string[]>> {
  const receivedEvents = await collectEvents(t, app, user)
  return async () => {
    const types = (await receivedEvents()).map(({ type }) => type)
    return types.filter((type) => !type.startsWith('settlement.')).sort()
  }
}
