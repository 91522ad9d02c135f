import type { TestContext } from 'node:test'
import { confirmUser } from '@adire/contract/users.ts'
import { createWebhookEndpoint } from '@adire/contract/webhooks.ts'
import type { TestApp } from './app.ts'
import type { Person } from './people.ts'
import { receiver } from './receiver.ts'

/**
 * A server of the business that hears of everything. Answers what it was told since it was last asked, in order of names;
 * without settlements, which come by the day.
 */
export async function hearing(t: TestContext, app: TestApp, person: Person): Promise<() => Promise<string[]>> {
  const { received, url } = await receiver(t)
  const { call } = app.as(person)
  await call(confirmUser, { password: person.password })
  await call(createWebhookEndpoint, { url, events: null })
  return async () => {
    await app.drain()
    const told = received.splice(0)
    const types = told.map(({ body }) => JSON.parse(body).type as string)
    return types.filter((type) => !type.startsWith('settlement.')).sort()
  }
}
