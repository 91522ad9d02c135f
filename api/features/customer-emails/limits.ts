import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { Problem } from '../../http/problem.ts'
import { lagosDay, startOfDay } from '../../lagos.ts'
import { areLimitsOn, consumeDailyLimit, countAttempts, lockAttempts, recordAttempt } from '../auth/attempts.ts'
import { memberships } from '../merchants/tables.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { users } from '../users/tables.ts'
import { findSendingBusiness, type SendingBusiness } from './sender.ts'

/** On one day in Lagos: how many different customers get an email of a business, and how many emails one of them gets. */
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

/** Who sets an email off: somebody who waits for the answer, or something that happens, such as a payment. */
type Cause = 'request' | 'event'

type Reached = 'customers' | 'emails to one customer'
type Counted = { attempts: string[] } | { reached: Reached; limits: EmailLimits }

/**
 * Counts one email to a customer, under locks of the business's and the customer's counters. Emails to members are theirs
 * and not counted. In live mode emails about events do not count as customers: each goes with money that moves, and a
 * receipt must not be missing.
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
 * Whose emails are counted together: those of one business, and of all businesses of one first member that are not verified.
 * Otherwise a second business would be a second portion.
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

/** Whether the address is that of a member who has confirmed it. */
async function isMember({ tx }: Context, merchantId: string, email: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.merchantId, merchantId), eq(users.email, email), isNotNull(users.emailVerifiedAt)))
  return found.length > 0
}

/**
 * Counts an email that is sent because of this request, in its transaction. The job that sends it counts it no second time.
 * @throws Problem 429 email_limit_reached, with retry-after
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
      : `One customer gets at most ${limits.emailsToOne} of your emails a day`
  const tomorrow = startOfDay(lagosDay(realNow)).getTime() + dayMs
  return new Problem(429, 'email_limit_reached', `${what}. Send it after midnight.`, [], {
    'retry-after': String(Math.ceil((tomorrow - realNow.getTime()) / 1000)),
  })
}

/**
 * Counts an email about something that happened. Answers what `giveBack` takes if it cannot be sent, or nothing where a limit
 * is reached and it must not be sent; the members are then notified once a day.
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

const dayMs = 24 * 3_600_000

const customersADay = ({ isVerified }: SendingBusiness, { customers }: EmailLimits) =>
  `${isVerified ? 'You' : 'Until your business is approved, you'} can email ${customers.toLocaleString('en-NG')} different customers a day`

async function notifyOnceADay(context: Context, sender: SendingBusiness, limits: EmailLimits): Promise<void> {
  const { tx, realNow } = context
  if (!(await consumeDailyLimit(tx, `day:email-limit-told:${sender.merchantId}`, realNow))) return
  await sendNotification({ ...context, mode: sender.mode }, sender.merchantId, {
    kind: 'security',
    title: 'Some emails to your customers are not sent today',
    text: `${customersADay(sender, limits)}, and each of them ${limits.emailsToOne} times. Payments are not affected: customers see on their payment page that they have paid.`,
    path: '/transactions',
  })
}
