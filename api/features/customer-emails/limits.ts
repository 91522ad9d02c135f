import { dayMs } from '@adire/contract/durations.ts'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { Problem } from '../../http/problem.ts'
import { lagosDay, startOfDay } from '../../lagos.ts'
import { areLimitsOn, consumeDailyLimit, countAttempts, lockAttempts, recordAttempt } from '../auth/attempts.ts'
import { users } from '../auth/tables.ts'
import { findSendingBusiness, type SendingBusiness } from '../merchants/sending-business.ts'
import { memberships } from '../merchants/tables.ts'
import { sendNotification } from '../notifications/jobs.ts'

/** Limits per day in Lagos: how many different customers a business may email, and how many emails one customer may get. */
interface EmailLimits {
  customers: number
  emailsToOne: number
}

const unverified: EmailLimits = { customers: 20, emailsToOne: 10 }
const verifiedInTest: EmailLimits = { customers: 500, emailsToOne: 20 }
const live: EmailLimits = { customers: 10_000, emailsToOne: 50 }

const selectLimits = ({ isVerified, mode }: SendingBusiness): EmailLimits => {
  if (!isVerified) return unverified
  return mode === 'TEST' ? verifiedInTest : live
}

/** What causes an email: a request, whose caller waits for the response, or an event such as a payment. */
type Cause = 'request' | 'event'

type Reached = 'customers' | 'emails to one customer'
type Counted = { attempts: string[] } | { reached: Reached; limits: EmailLimits }

/**
 * Counts one email to a customer, with the counters of the business and the customer locked. Emails to members do not count. In
 * live mode event emails do not count towards the number of customers: each belongs to a movement of money, and a receipt must
 * not be missing.
 */
async function countEmail(context: Context, sender: SendingBusiness, to: string, cause: Cause): Promise<Counted> {
  const { tx, realNow, vault } = context
  if (!areLimitsOn(context) || (await isMember(context, sender.merchantId, to))) return { attempts: [] }
  const limits = selectLimits(sender)
  const scope = await findScope(tx, sender)
  const customers = { key: `day:emailed:${scope}` }
  const toOne = { key: `day:emailed:${scope}:${vault.fingerprint(`email/${to}`)}` }
  const countsCustomers = cause === 'request' || sender.mode === 'TEST'
  const counters = countsCustomers ? [toOne, customers] : [toOne]
  await lockAttempts(tx, counters)
  const beforeToday = new Date(startOfDay(lagosDay(realNow)).getTime() - 1)
  const [sent = 0, emailed = 0] = await countAttempts(tx, counters, beforeToday)
  if (sent >= limits.emailsToOne) return { reached: 'emails to one customer', limits }
  const isAnother = countsCustomers && sent === 0
  if (isAnother && emailed >= limits.customers) return { reached: 'customers', limits }
  const taken = await recordAttempt(tx, isAnother ? counters : [toOne], realNow).returning()
  return { attempts: taken.map(({ id }) => id) }
}

/**
 * Scope of the counters: one verified business, or all unverified businesses with the same first member. Otherwise the same user
 * could get a new quota by creating another business.
 */
async function findScope(tx: Tx, { isVerified, merchantId }: SendingBusiness): Promise<string> {
  if (isVerified) return merchantId
  const [first] = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(eq(memberships.merchantId, merchantId))
    .orderBy(asc(memberships.createdAt), asc(memberships.userId))
    .limit(1)
  return first?.userId ?? merchantId
}

/** Whether this is the verified email of a member. */
async function isMember({ tx }: Context, merchantId: string, email: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.merchantId, merchantId), eq(users.email, email), isNotNull(users.emailVerifiedAt)))
  return found.length > 0
}

/**
 * Counts an email caused by this request, in its transaction. The job that sends the email must not count it again.
 * @throws 429 email_limit_reached, with retry-after
 */
export async function takeCustomerEmail(context: Context, merchantId: string, to: string): Promise<void> {
  const sender = await findSendingBusiness(context.tx, context.config, merchantId)
  if (!sender) return
  const counted = await countEmail(context, sender, to, 'request')
  if ('reached' in counted) throw limitReached(context, sender, counted)
}

function limitReached(
  { realNow }: Context,
  sender: SendingBusiness,
  { reached, limits }: Exclude<Counted, { attempts: string[] }>,
): Problem {
  const what =
    reached === 'customers'
      ? customersADay(sender, limits)
      : `You can send one customer at most ${limits.emailsToOne} emails a day`
  const tomorrow = startOfDay(lagosDay(realNow)).getTime() + dayMs
  return new Problem(429, 'email_limit_reached', `${what}. Try again after midnight.`, [], {
    'retry-after': String(Math.ceil((tomorrow - realNow.getTime()) / 1000)),
  })
}

/**
 * Counts an email about an event. Returns attempt ids for `releaseAttempts`, in case it cannot be sent; or undefined if a limit
 * is reached and the email must not be sent. The members are then notified once a day.
 */
export async function countEventEmail(
  context: Context,
  sender: SendingBusiness,
  to: string,
): Promise<string[] | undefined> {
  const counted = await countEmail(context, sender, to, 'event')
  if ('attempts' in counted) return counted.attempts
  await notifyOnceADay(context, sender, counted.limits)
  return undefined
}

const customersADay = ({ isVerified }: SendingBusiness, { customers }: EmailLimits) =>
  `${isVerified ? 'You' : 'Until your business is approved, you'} can email ${customers.toLocaleString('en-NG')} different customers a day`

async function notifyOnceADay(context: Context, sender: SendingBusiness, limits: EmailLimits): Promise<void> {
  const { tx, realNow } = context
  if (!(await consumeDailyLimit(tx, `day:email-limit-told:${sender.merchantId}`, realNow))) return
  await sendNotification({ ...context, mode: sender.mode }, sender.merchantId, {
    kind: 'security',
    title: 'Some emails to your customers were not sent today',
    text: `${customersADay(sender, limits)}, and send each of them ${limits.emailsToOne} emails. Payments are not affected: customers see on their payment page that they have paid.`,
    path: '/transactions',
  })
}
