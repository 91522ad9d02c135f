import { runningStatuses } from '@adire/contract/subscriptions.ts'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { problem } from '../../http/problem.ts'
import type { Person, PersonalData } from '../../personal-data.ts'
import { deleteNotifications } from '../notifications/delete.ts'
import { subscriptionTimeline } from './move.ts'
import { subscriptions } from './tables.ts'

const ofCustomer = ({ merchantId, customerId }: Person) =>
  and(eq(subscriptions.merchantId, merchantId), eq(subscriptions.customerId, customerId))

/** The subscriber; charges are kept for accounting. */
export const subscriptionPersonalData: PersonalData = {
  tables: [subscriptions],
  timelines: ['subscription'],
  async findObstacle(tx, person) {
    const running = and(ofCustomer(person), inArray(subscriptions.status, runningStatuses))
    if ((await tx.$count(subscriptions, running)) === 0) return undefined
    return problem.conflict('subscription_running', 'A subscription of this customer has not ended. Cancel it first.')
  },
  async erase(tx, person) {
    const { merchantId, email, placeholder } = person
    const erased = await tx
      .update(subscriptions)
      .set({ customerEmail: placeholder, customerName: null, endNote: null })
      .where(ofCustomer(person))
      .returning({ id: subscriptions.id })
    const ids = erased.map(({ id }) => id)
    if (ids.length === 0) return
    await subscriptionTimeline.eraseEmail(tx, { merchantId, ids }, email)
    const paths = ids.map((id) => `/subscriptions/${id}`)
    await deleteNotifications(tx, merchantId, paths)
  },
  async collect(tx, person, limit) {
    const rows = await tx
      .select({
        code: subscriptions.code,
        status: subscriptions.status,
        amountKobo: subscriptions.amountKobo,
        discountKobo: subscriptions.discountKobo,
        charges: subscriptions.charges,
        collectedKobo: subscriptions.collectedKobo,
        createdAt: subscriptions.createdAt,
        endedAt: subscriptions.endedAt,
      })
      .from(subscriptions)
      .where(ofCustomer(person))
      .orderBy(desc(subscriptions.createdAt))
      .limit(limit)
    const toRow = ({ createdAt, endedAt, ...row }: (typeof rows)[number]) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })
    return { subscriptions: rows.map(toRow) }
  },
}
