import { setTimeout } from 'node:timers/promises'
import type { LiveTopic } from '@adire/contract/live.ts'
import { eq } from 'drizzle-orm'
import { announceTopic } from '../jobs/announce.ts'
import { outbox } from '../jobs/tables.ts'
import type { TestApp } from './app.ts'

/** Listens as an open dashboard of a business. The returned function resolves with the topics that an action and its jobs announce. */
export async function listenToTopics(app: TestApp, merchantId: string) {
  const { database, live } = app.runtime
  const topics = new Set<LiveTopic>()
  live.follow([merchantId], (topic) => topics.add(topic))
  // Announcements arrive in their order: what was announced before this one has arrived too.
  const arrived = async () => {
    const last = crypto.randomUUID()
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = live.follow([last], () => resolve())
    for (let isThere = false; !isThere; ) {
      await database.write((tx) => announceTopic(tx, last, 'everything'))
      await app.drain()
      isThere = await Promise.race([promise.then(() => true), setTimeout(50, false)])
    }
    stop()
  }
  await arrived()
  return async (action: () => Promise<unknown>): Promise<LiveTopic[]> => {
    await database.write((tx) => tx.delete(outbox).where(eq(outbox.job, 'announcement')))
    topics.clear()
    await action()
    await app.drain()
    await arrived()
    return [...topics]
  }
}
