import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { dayMs } from '@adire/contract/durations.ts'
import { recurrenceDay, recurrenceFrom } from '@adire/contract/periods.ts'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import type { Context, MerchantContext, UnitOfWork } from '../../context.ts'
import { openMedia } from '../../files/media.ts'
import { runCreation } from '../../http/creation.ts'
import type { JobUnitOfWork } from '../../jobs/job-handler.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { ledgerEntries } from '../../ledger/tables.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { aMandate, testAccounts } from '../../testing/mandates.ts'
import { payments } from '../payments/tables.ts'
import { createMandateHandler } from './create-mandate.ts'
import { cancelDebitHandler } from './debits.ts'
import { directDebitScheduledJobs } from './jobs.ts'
import { deliverDebitNotice } from './mail-notice.ts'
import { mandateOutcomes } from './mandate-outcomes.ts'
import { toMorning } from './plan.ts'
import { cancelMandateHandler } from './send.ts'
import { mandateDebits, mandates } from './tables.ts'

test('the days of a schedule are counted from its first day, so that the 31st returns after February', () => {
  const days = [0, 1, 2, 3, 12].map((count) => recurrenceDay('2027-01-31', 'monthly', count))
  assert.deepEqual(days, ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2028-01-31'])
  assert.equal(recurrenceDay('2028-02-29', 'annually', 1), '2029-02-28')
  assert.equal(recurrenceDay('2027-11-30', 'quarterly', 1), '2028-02-29')
})

test('the next recurrence from a day is the first one not before it', () => {
  const interval = fc.constantFrom('daily', 'weekly', 'monthly', 'quarterly', 'biannually', 'annually' as const)
  fc.assert(
    fc.property(
      interval,
      fc.integer({ min: 0, max: 800 }),
      fc.integer({ min: -50, max: 4_000 }),
      (every, start, later) => {
        const anchor = addDays('2026-11-21', start)
        const day = addDays(anchor, later)
        const count = recurrenceFrom(anchor, every, day)
        assert.ok(recurrenceDay(anchor, every, count) >= day)
        assert.ok(count === 0 || recurrenceDay(anchor, every, count - 1) < day)
      },
    ),
    { seed: 1 },
  )
})

/** A merchant fixture with its own clock: due work runs at its exact time, in order. */
async function business(api: TestApp) {
  const { merchantId } = await api.createUser('adire')
  const { config, vault, files, database, clock } = api.runtime
  let now = clock()
  const contextOn = (tx: Context['tx']): MerchantContext => ({
    tx,
    mode: 'TEST',
    now,
    realNow: now,
    config,
    vault,
    origin: { requestId: 'test', ip: null, userAgent: null },
    merchant: { id: merchantId },
    user: undefined,
    apiKey: { id: merchantId, last4: 'test' },
  })
  const write: UnitOfWork<MerchantContext>['write'] = (callback) => database.write((tx) => callback(contextOn(tx)))
  const unitOfWork: UnitOfWork<MerchantContext> = { mode: 'TEST', config, vault, files, write, writeStatement: write }
  const jobs: JobUnitOfWork = {
    ...{ config, vault, files, media: openMedia(), mode: 'TEST', write, writeStatement: write },
    now: () => now,
    of: async () => jobs,
  }
  const findUnsentNotices = () =>
    write(async ({ tx }) => {
      const isUnsent = and(
        eq(mandateDebits.status, 'scheduled'),
        isNull(mandateDebits.noticeAt),
        isNull(mandateDebits.noticedAt),
      )
      return tx
        .select()
        .from(mandateDebits)
        .where(and(eq(mandateDebits.merchantId, merchantId), isUnsent))
    })
  const mailNotices = async () => {
    for (const { id } of await findUnsentNotices())
      await deliverDebitNotice(jobs, { merchantId, id, noticeAt: now.toISOString() })
  }
  const pass = async (ms: number) => {
    const end = new Date(now.getTime() + ms)
    await mailNotices()
    for (let stops = 0; ; stops++) {
      assert.ok(stops < 2_000, 'what is due is done, and then is due no more')
      const due: (Date | undefined)[] = []
      for (const { nextAt } of directDebitScheduledJobs) due.push(await write(({ tx }) => nextAt!(tx, merchantId, now)))
      const next = due.filter((at) => at !== undefined).sort((one, other) => one.getTime() - other.getTime())[0]
      if (!next || next > end) break
      if (next > now) now = next
      for (const { run } of directDebitScheduledJobs) await run(jobs, merchantId)
      await mailNotices()
    }
    now = end
  }
  return { merchantId, unitOfWork, write, pass, now: () => now }
}

type Business = Awaited<ReturnType<typeof business>>
/** A time range in which the mandate could be debited. */
interface DebitableTime {
  from: Date
  to: Date | undefined
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 300 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('suspend' as const), hours: fc.integer({ min: 0, max: 200 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'cancel debit' as const }) },
)
const life = fc.record({
  frequency: fc.constantFrom('daily', 'weekly', 'monthly' as const),
  account: fc.constantFrom('ok', 'ok', 'paysAtThird', 'neverPays', 'unavailableOnce' as const),
  startIn: fc.integer({ min: 1, max: 9 }),
  endIn: fc.option(fc.integer({ min: 10, max: 50 }), { freq: 1 }),
  /** The maximum total, in hundredths of one debit. */
  total: fc.option(fc.integer({ min: 100, max: 900 }), { freq: 1 }),
  feeBearer: fc.constantFrom('merchant', 'customer' as const),
  steps: fc.array(step, { minLength: 2, maxLength: 7 }),
  cancelled: fc.boolean(),
})
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never

async function live(api: TestApp, fixture: Business, given: Life) {
  const { unitOfWork, write, pass } = fixture
  const today = lagosDay(fixture.now())
  const { id } = await runCreation(unitOfWork, createMandateHandler, {
    ...aMandate(api),
    kind: 'fixed',
    frequency: given.frequency,
    accountNumber: testAccounts[given.account],
    startOn: addDays(today, given.startIn),
    endOn: given.endIn === null ? null : addDays(today, given.endIn),
    // A fee on top is less than 1 % of the amount.
    maxTotalKobo: given.total === null ? null : 5_060 * given.total,
    feeBearer: given.feeBearer,
    draft: false,
  })
  for (const name of ['agree', 'transfer', 'approve', 'ready']) await mandateOutcomes.apply(unitOfWork, id, name)
  const debitable: DebitableTime[] = [{ from: fixture.now(), to: undefined }]
  const unwanted: string[] = []
  for (const one of given.steps) {
    const { status } = await find(fixture, id)
    if (one.do === 'pass') await pass(one.hours * 3_600_000)
    else if (one.do === 'suspend' && status === 'active') {
      await mandateOutcomes.apply(unitOfWork, id, 'suspend')
      debitable.at(-1)!.to = fixture.now()
      await pass(one.hours * 3_600_000)
      if ((await find(fixture, id)).status !== 'suspended') continue
      await mandateOutcomes.apply(unitOfWork, id, 'reinstate')
      debitable.push({ from: fixture.now(), to: undefined })
    } else if (one.do === 'cancel debit') {
      const planned = (await findDebits(fixture, id)).find((debit) => debit.status === 'scheduled')
      if (!planned) continue
      await write((context) => cancelDebitHandler(context, { id: planned.id }))
      unwanted.push(planned.dueOn)
    }
  }
  await pass(2 * dayMs)
  if (given.cancelled && ['active', 'suspended'].includes((await find(fixture, id)).status)) {
    await write((context) => cancelMandateHandler(context, { id }))
    debitable.at(-1)!.to ??= fixture.now()
    await pass(20 * dayMs)
  }
  return { id, debitable, unwanted }
}

const find = ({ write, merchantId }: Business, id: string) =>
  write(async ({ tx }) => {
    const [mandate] = await tx
      .select()
      .from(mandates)
      .where(and(eq(mandates.merchantId, merchantId), eq(mandates.id, id)))
    return mandate!
  })

const findDebits = ({ write, merchantId }: Business, id: string) =>
  write(({ tx }) =>
    tx
      .select()
      .from(mandateDebits)
      .where(and(eq(mandateDebits.merchantId, merchantId), eq(mandateDebits.mandateId, id)))
      .orderBy(asc(mandateDebits.dueOn), asc(mandateDebits.id)),
  )

const listAttempts = ({ write, merchantId }: Business, id: string) =>
  write(({ tx }) =>
    tx
      .select()
      .from(payments)
      .where(and(eq(payments.merchantId, merchantId), eq(payments.mandateId, id)))
      .orderBy(asc(payments.createdAt)),
  )

/** Scheduled days on which the mandate could be debited, with time for a notice before. */
function expectedDays(mandate: typeof mandates.$inferSelect, debitable: readonly DebitableTime[], now: Date): string[] {
  const days: string[] = []
  for (let count = 0; ; count++) {
    const day = recurrenceDay(mandate.startOn, mandate.frequency!, count)
    if (day > lagosDay(now) || (mandate.endOn !== null && day > mandate.endOn)) return days
    const fits = debitable.some(
      ({ from, to }) => day > lagosDay(from) && toMorning(day) <= now && (!to || toMorning(day) <= to),
    )
    if (fits) days.push(day)
  }
}

async function check(fixture: Business, { id, debitable, unwanted }: Awaited<ReturnType<typeof live>>) {
  const mandate = await find(fixture, id)
  const debits = await findDebits(fixture, id)
  const debitPayments = await listAttempts(fixture, id)
  const attemptedDebits = debits.filter(({ attempts }) => attempts > 0)
  const paid = debits.filter(({ status }) => status === 'success')
  const sum = paid.reduce((kobo, { amountKobo }) => kobo + amountKobo, 0)

  // Totals: the stored total equals the debited amount and never exceeds the maximum.
  assert.deepEqual([mandate.debitedKobo, mandate.debits], [sum, paid.length])
  // Each debit takes the agreed amount, never a part of it.
  for (const { amountKobo } of debits) assert.equal(amountKobo, mandate.limitKobo)
  const ends = ['success', 'failed', 'cancelled']
  const open = debits.filter(({ status }) => !ends.includes(status)).reduce((kobo, one) => kobo + one.amountKobo, 0)
  assert.ok(mandate.maxTotalKobo === null || sum + open <= mandate.maxTotalKobo)
  if (mandate.status === 'cancelled' || mandate.status === 'expired') assert.equal(open, 0)

  // Dates: each day of the schedule once, and no other day.
  const days = attemptedDebits.map(({ dueOn }) => dueOn)
  const expected = expectedDays(mandate, debitable, fixture.now()).filter((day) => !unwanted.includes(day))
  if (mandate.maxTotalKobo === null) assert.deepEqual(days, expected)
  else assert.deepEqual(days, [...new Set(expected.filter((day) => days.includes(day)))])

  // Attempts: at 09:00 on the due day and the days after, at most three, each a payment; at most one succeeds, with one ledger entry.
  for (const debit of attemptedDebits) {
    const debitAttempts = debitPayments.filter(({ checkoutId }) => checkoutId === debit.id)
    assert.equal(debitAttempts.length, debit.attempts)
    assert.deepEqual(
      debitAttempts.map(({ createdAt }) => createdAt.toISOString()),
      debitAttempts.map((_, index) => toMorning(addDays(debit.dueOn, index)).toISOString()),
    )
    assert.ok(debit.attempts <= 3 && debit.noticedAt! < debitAttempts[0]!.createdAt)
    assert.equal(debitAttempts.filter(({ status }) => status === 'success').length, debit.status === 'success' ? 1 : 0)
    if (debit.status === 'failed')
      assert.ok(debit.attempts === 3 || addDays(debit.dueOn, debit.attempts) > (mandate.endOn ?? '9999'))
  }
  const references = debitPayments.map((one) => `payment:${one.id}`)
  const entries = await fixture.write(({ tx }) =>
    tx.$count(ledgerEntries, inArray(ledgerEntries.reference, references)),
  )
  assert.equal(entries, paid.length)
  if (mandate.maxTotalKobo !== null && mandate.status === 'expired' && /^(All of|Another)/.test(mandate.reason ?? ''))
    assert.ok(mandate.maxTotalKobo - sum < mandate.limitKobo)
}

test('for any schedule, declines, suspensions, cancellations and clock moves: number, days and sums of the debits are right, and none is repeated [S7.5-08]', async (t: TestContext) => {
  const api = await testApp(t)
  await fc.assert(
    fc.asyncProperty(life, async (given) => {
      const fixture = await business(api)
      await check(fixture, await live(api, fixture, given))
    }),
    { seed: 1, numRuns: 20, endOnFailure: true },
  )
})
