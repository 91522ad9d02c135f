import type { AuditAction } from '@adire/contract/audit.ts'
import { dayMs } from '@adire/contract/durations.ts'
import { and, desc, eq, notInArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { recordAuditEvent } from '../../features/audit/audit.ts'
import { users } from '../../features/auth/tables.ts'
import { notifyMembers } from '../../features/notifications/notifications.ts'
import { notifications } from '../../features/notifications/tables.ts'
import { notifyOfPayment } from '../../features/payments/notice.ts'
import { paidPayment } from '../../features/payments/receipt.ts'
import { payments } from '../../features/payments/tables.ts'
import { contextAt } from './context-at.ts'
import { demoCredentials } from './demo.ts'

const notificationCount = 6
const unreadCount = 4

/** The demo user's notifications and audit log. */
export async function seedPast(context: Context, merchantId: string): Promise<void> {
  await seedAudit(context, merchantId)
  await seedNotifications(context, merchantId)
}

type Done = { daysAgo: number; action: AuditAction; object?: string; before?: object; after?: object }

const done: readonly Done[] = [
  { daysAgo: 92, action: 'merchant.created', object: 'Tola Atelier' },
  { daysAgo: 92, action: 'kyc.submitted', object: 'Business details' },
  { daysAgo: 74, action: 'merchant.updated', before: { city: 'Lagos' }, after: { city: 'Yaba' } },
  { daysAgo: 51, action: 'password.changed' },
  {
    daysAgo: 20,
    action: 'merchant.updated',
    before: { supportEmail: null },
    after: { supportEmail: 'care@tola.example' },
  },
  {
    daysAgo: 3,
    action: 'notifications.updated',
    before: { settlementByMail: false },
    after: { settlementByMail: true },
  },
]

async function seedAudit(context: Context, merchantId: string): Promise<void> {
  const { tx } = context
  const [user] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.email, demoCredentials.email))
  const origin = { requestId: 'seed', ip: '102.89.23.14', userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/150.0' }
  for (const { daysAgo, before, after, ...event } of done) {
    const now = new Date(context.now.getTime() - daysAgo * dayMs)
    await recordAuditEvent(
      { ...context, now, origin },
      {
        ...event,
        ...(before && { before: { ...before } }),
        ...(after && { after: { ...after } }),
        merchantId,
        userId: user!.id,
        actor: { kind: 'user', name: user!.email },
      },
    )
  }
}

async function seedNotifications(context: Context, merchantId: string): Promise<void> {
  const { tx, now, config } = context
  const opened = new Date(now.getTime() - 92 * dayMs)
  const welcome = {
    kind: 'kyc' as const,
    title: 'Your business details were approved',
    text: 'Tola Atelier can take test payments.',
    path: '/onboarding',
  }
  await notifyMembers(tx, merchantId, welcome, opened)
  const paid = await tx
    .select({ id: payments.id, paidAt: payments.paidAt })
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.status, 'success')))
    .orderBy(desc(payments.createdAt))
    .limit(notificationCount)
  for (const { id, paidAt } of paid.reverse()) {
    const found = await paidPayment(tx, config, { merchantId, paymentId: id })
    await notifyOfPayment(contextAt(context, paidAt!), found!)
  }
}

/** Marks all notifications of the demo as read, except the newest few. */
export async function markOldNotificationsRead({ tx, now }: Context, merchantId: string): Promise<void> {
  const ofBusiness = eq(notifications.merchantId, merchantId)
  const newest = tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(ofBusiness)
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(unreadCount)
  await tx
    .update(notifications)
    .set({ readAt: now })
    .where(and(ofBusiness, notInArray(notifications.id, newest)))
}
