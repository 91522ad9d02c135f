import type { TestContext } from 'node:test'
import { confirmUser } from '@adire/contract/users.ts'
import { createWebhookEndpoint } from '@adire/contract/webhooks.ts'
import type { TestApp } from './app.ts'
import { openReceiver } from './receiver.ts'
import type { TestUser } from './users.ts'

/**
 * A server of the business that hears of everything. Answers what it was told since it was last asked, in order of names;
 * without settlements, which come by the day.
 */
export async function hearing(t: TestContext, app: TestApp, user: TestUser): Promise<() => Promise<string[]>> {
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
