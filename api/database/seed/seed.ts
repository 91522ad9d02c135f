import { dayMs, hourMs, lagosOffsetMs } from '@adire/contract/durations.ts'
import { inArray, lt, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { linkAuditEvents } from '../../features/audit/chain.ts'
import { notificationEmailJob } from '../../features/notifications/jobs.ts'
import { digestEntries } from '../../features/notifications/tables.ts'
import { mailReceipt } from '../../features/payments/receipt.ts'
import { rollUpPaymentStats } from '../../features/payments/roll-up.ts'
import { mailRefund } from '../../features/refunds/mail.ts'
import { outbox } from '../../jobs/tables.ts'
import { lagosDay } from '../../lagos.ts'
import type { Runtime } from '../../runtime.ts'
import { writeCollected } from '../write-at-commit.ts'
import { seedBusiness } from './business.ts'
import { createRandom, type RandomSource } from './chance.ts'
import { contextAt } from './context-at.ts'
import { seedCoupons } from './coupons.ts'
import { seedDocuments } from './documents.ts'
import { prepareGivenBack } from './given-back.ts'
import { markOldNotificationsRead, seedPast } from './identity.ts'
import { seedInvoices } from './invoices.ts'
import { type DemoLink, seedViews } from './links.ts'
import { seedMandates } from './mandates.ts'
import { seedOrders } from './orders.ts'
import { createDemoPayers } from './payers.ts'
import { seedPayment } from './payments.ts'
import { seedSavedCards } from './saved-cards.ts'
import { prepareSettlements } from './settlements.ts'
import { seedSubscriptions } from './subscriptions.ts'
import { seedWebhooks } from './webhooks.ts'

const days = 90
const payerCount = 620
/** Number of payments after which PostgreSQL plans the statements anew. */
const plannedAfter = 200

/**
 * Seeds an empty database with a demo business with 90 days of history: about 3,000 payments, each created and completed by
 * the production code, so that all balances are consistent. One transaction; receipts are not emailed.
 */
export async function seedDemo({
  config,
  database,
  clock,
  vault,
  files,
}: Pick<Runtime, 'config' | 'database' | 'clock' | 'vault' | 'files'>): Promise<void> {
  const now = clock()
  await database.write(async (tx) => {
    const origin = { requestId: 'seed', ip: null, userAgent: null }
    const context: Context = { tx, mode: 'TEST', now, realNow: now, config, vault, origin }
    const business = await seedBusiness(tx, now)
    const buyers = await seedHistory(context, createRandom(20_190_101), business)
    await seedOrders(context, createRandom(20_261_124), business.merchantId, buyers)
    await seedInvoices(context, createRandom(20_260_401), business.merchantId)
    await seedMandates({ ...context, files }, business.merchantId)
    await seedViews(tx, business.merchantId)
    await seedPast(context, business.merchantId)
    await seedDocuments(context, business.merchantId)
    await seedSubscriptions(context, createRandom(20_261_121), business.merchantId)
    await seedCoupons(context, business.merchantId)
    await seedSavedCards(context, createRandom(20_261_123), business.merchantId)
    await seedMoney(context, business)
    await seedWebhooks(context, business.merchantId)
    await markOldNotificationsRead(context, business.merchantId)
    await writeCollected(tx)
    await tx.delete(outbox).where(inArray(outbox.job, [mailReceipt.name, mailRefund.name, notificationEmailJob.name]))
    await tx.delete(digestEntries).where(lt(digestEntries.dueAt, now))
  })
  while ((await database.write((tx) => rollUpPaymentStats(tx, 5_000))) === 5_000);
  // Entries of the past that have no place in the log yet would be a fault.
  while ((await database.write((tx) => linkAuditEvents(tx))) > 0);
}

/** Creates the settlements, and refunds and a dispute between them, in the order of time. */
async function seedMoney(context: Context, { merchantId, userId }: { merchantId: string; userId: string }) {
  const { now } = context
  const firstDay = lagosDay(new Date(now.getTime() - days * dayMs))
  const settleUntil = await prepareSettlements(context, createRandom(20_261_001), merchantId, firstDay)
  for (const { at, seed } of await prepareGivenBack(context, merchantId, userId)) {
    await settleUntil(at)
    await seed()
  }
  await settleUntil(now)
}

async function seedHistory(
  context: Context,
  random: RandomSource,
  { merchantId, links }: { merchantId: string; links: DemoLink[] },
) {
  const buyers = createDemoPayers(random, payerCount)
  const times: Date[] = []
  for (let ago = days; ago >= 0; ago--) times.push(...randomTimes(random, context.now, ago))
  times.sort((one, other) => one.getTime() - other.getTime())
  for (const [index, at] of times.entries()) {
    // Plans made for an empty table read all of it each time. Autovacuum does not see the rows of an open transaction.
    if (index === plannedAfter) await context.tx.execute(sql`analyze payments, customers, ledger_accounts`)
    const link = random.weighted(links.map((one) => [one, one.weight] as const))
    // Squared, so that a third of the payers make more than half of the payments.
    const payer = buyers[Math.floor(random.next() ** 2 * buyers.length)]!
    await seedPayment(contextAt(context, at), random, { merchantId, link, payer, at })
  }
  return buyers
}

/** Start times of one day's payments: more towards today and at weekends, none at night, none in the last hour. */
function randomTimes(random: RandomSource, now: Date, ago: number): Date[] {
  const midnight = Math.floor((now.getTime() + lagosOffsetMs) / dayMs) * dayMs - lagosOffsetMs - ago * dayMs
  const weekday = new Date(midnight + 12 * hourMs).getUTCDay()
  const busy = [0.62, 0.86, 0.92, 0.98, 1.08, 1.3, 1.24][weekday]!
  const growth = 0.72 + 0.56 * (1 - ago / days)
  const total = Math.round(34 * busy * growth * (0.82 + random.next() * 0.36))
  const hour = () => 7 + (random.next() + random.next() + random.next()) * 5.3
  return Array.from({ length: total }, () => new Date(midnight + Math.round(hour() * hourMs))).filter(
    (at) => at.getTime() < now.getTime() - hourMs,
  )
}
