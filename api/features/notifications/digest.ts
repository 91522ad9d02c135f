import { hourMs, minuteMs } from '@adire/contract/durations.ts'
import { and, eq, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ApiConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { EmailMessage } from '../../emails/mail.ts'
import { type DueQuery, eachDue, nextDue } from '../../jobs/each-due.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { scheduledJob } from '../../jobs/scheduled-job.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { renderMemberEmail } from './member-email.ts'
import { isNotified, listMembers, type NewNotification, notifyMembers } from './notifications.ts'
import { digestEntries } from './tables.ts'

type DigestKind = (typeof digestEntries.$inferSelect)['kind']

/** Entries of these kinds share one email. */
const groups: readonly (readonly DigestKind[])[] = [['subscription', 'mandate'], ['kyc']]
const groupOf = (kind: DigestKind) => groups.find((kinds) => kinds.includes(kind))!

/** Time in Lagos of the daily email: after the attempts of the morning, and within working hours. */
const dailyHour = 17
/** Approvals of one review come within minutes. */
const reviewMs = 10 * minuteMs
/** Maximum number of entries in one email; the others are counted. */
const maxListed = 20

function calculateDueAt(kind: DigestKind, now: Date): Date {
  if (kind === 'kyc') return new Date(now.getTime() + reviewMs)
  const at = (day: string) => new Date(startOfDay(day).getTime() + dailyHour * hourMs)
  const today = at(lagosDay(now))
  return today > now ? today : at(addDays(lagosDay(now), 1))
}

/** Notifies the members in the dashboard at once, and by email together with others of its kind. */
export async function notifyInDigest(
  { tx, now, realNow }: Context,
  merchantId: string,
  notification: NewNotification & { kind: DigestKind; path: string },
): Promise<void> {
  const addresses = await notifyMembers(tx, merchantId, notification, realNow)
  if (addresses.length === 0) return
  const dueAt = calculateDueAt(notification.kind, now)
  await tx.insert(digestEntries).values({ ...notification, merchantId, createdAt: now, dueAt })
}

const dueEntries: DueQuery = { table: digestEntries, at: digestEntries.dueAt }

export const digestScheduledJob = scheduledJob({
  name: 'send-digests',
  title: 'Summaries emailed to you',
  every: '* * * * *',
  nextAt: nextDue(dueEntries),
  run: eachDue(dueEntries, ({ write }, key) => write((context) => sendDigest(context, key))),
})

/** Takes all entries that share an email with this one, and enqueues the email to each member who wants it. */
async function sendDigest({ tx, mode }: Context, { merchantId, id }: { merchantId: string; id: string }) {
  const [due] = await tx
    .select()
    .from(digestEntries)
    .where(and(eq(digestEntries.merchantId, merchantId), eq(digestEntries.id, id)))
  if (!due) return false
  const taken = await tx
    .delete(digestEntries)
    .where(and(eq(digestEntries.merchantId, merchantId), inArray(digestEntries.kind, groupOf(due.kind))))
    .returning()
  if (taken.length === 0) return false
  taken.sort((one, other) => Number(one.createdAt) - Number(other.createdAt))
  for (const member of await listMembers(tx, merchantId)) {
    const chosen = taken.filter(({ kind }) => isNotified(member, kind, 'mail'))
    if (chosen.length === 0) continue
    const entries = chosen.slice(0, maxListed).map(({ kind, title, text, path }) => ({ kind, title, text, path }))
    const payload = { to: member.email, merchantId, entries, count: chosen.length, test: mode === 'TEST' }
    await enqueueJob(tx, digestEmailJob, payload, { merchantId })
  }
  return true
}

const Entry = z.object({
  kind: z.enum(['subscription', 'mandate', 'kyc']),
  title: z.string(),
  text: z.string(),
  path: z.string(),
})
const Digest = z.object({
  to: z.string(),
  merchantId: z.string(),
  entries: z.array(Entry),
  count: z.int(),
  test: z.boolean(),
})
export const digestEmailJob = defineJob('send-digest', Digest)

/** The email of a digest. A single entry has its own title and page. */
export function digestEmail(
  context: Pick<Context, 'tx'>,
  config: ApiConfig,
  { to, merchantId, entries, count, test }: z.infer<typeof Digest>,
): Promise<EmailMessage | undefined> {
  const [first] = entries
  const isReview = first!.kind === 'kyc'
  const many = isReview ? `${count} documents approved` : `${count} recurring payments failed or ended`
  const describe = ({ title, text }: (typeof entries)[number]) => (isReview ? title : `${title}. ${text}`)
  const more = count > entries.length ? [`And ${count - entries.length} more.`] : []
  const kinds = new Set(entries.map(({ kind }) => kind))
  const lists = { subscription: '/subscriptions', mandate: '/directDebit', kyc: '/onboarding' }
  return renderMemberEmail(context, config, merchantId, {
    to,
    heading: count === 1 ? first!.title : many,
    paragraphs: count === 1 ? [first!.text] : [...entries.map(describe), ...more],
    action: {
      label: 'Open the dashboard',
      path: count === 1 ? first!.path : kinds.size === 1 ? lists[first!.kind] : '/dashboard',
    },
    // A review is about the business itself, in both modes.
    test: test && !isReview,
    ...(!isReview && {
      closing: 'You get this email at most once a day. Change this under Settings, Notifications.',
    }),
  })
}
