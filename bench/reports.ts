// Fee summary, journal, sorted and filtered lists of a business with a million payments in one year.
import { listCharges } from '@adire/contract/charges.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import * as z from 'zod/mini'
import type { MerchantContext } from '../api/context.ts'
import { listChargesHandler } from '../api/features/charges/list.ts'
import { listPaymentsHandler } from '../api/features/payments/list.ts'
import { downloadFeesByDayHandler, getFeeSummaryHandler } from '../api/features/reports/fee-summary.ts'
import { downloadJournalHandler } from '../api/features/reports/journal.ts'
import { createUser } from '../api/testing/users.ts'
import { type FreshDatabase, withFresh } from './fresh.ts'
import { calculateMedian } from './load.ts'
import { seedReports } from './reports-seed.ts'
import { printLine } from './seeded.ts'

const payments = Number(process.env.BENCH_PAYMENTS ?? 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** The year of the payments. */
const year = 2025
const wholeYear = { from: `${year}-01-01`, to: `${year}-12-31` }
const month = { from: `${year}-10-01`, to: `${year}-10-31` }

type Case = (context: MerchantContext) => Promise<unknown>

const list =
  (query: Record<string, string>): Case =>
  (context) =>
    listPaymentsHandler(context, z.parse(schemasOf(listPayments).input, { limit: 20, ...query }))
const findCharges =
  (metadata: Record<string, string>): Case =>
  (context) =>
    listChargesHandler(context, z.parse(schemasOf(listCharges).input, { limit: 20, metadata }))

async function readAll(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pieces);
}

const cases: Record<string, Case> = {
  'fee summary of the year': (context) => getFeeSummaryHandler(context, { year }),
  'fees by day, a month': (context) => readAll(downloadFeesByDayHandler(context, month, 'csv')),
  'journal of a month': (context) => readAll(downloadJournalHandler(context, { ...month, template: 'xero' })),
  'journal of the year': (context) => readAll(downloadJournalHandler(context, { ...wholeYear, template: 'general' })),
  'largest first': list({ sort: '-amountKobo' }),
  'largest first, one status': list({ sort: '-amountKobo', status: 'failed' }),
  'smallest first, a week': list({ sort: 'amountKobo', from: `${year}-10-01`, to: `${year}-10-07` }),
  'charges of an order': findCharges({ orderId: '1042' }),
  'charges of a shop': findCharges({ shop: 'Aba' }),
  'charges of a shop and order': findCharges({ shop: 'Aba', orderId: '1042' }),
  'charges of no order': findCharges({ orderId: 'none' }),
}

await withFresh(async (fresh) => {
  const { merchantId } = await createUser(fresh.runtime, 'busy')
  printLine(`• Seeding ${payments.toLocaleString('en')} payments of one business, and a quarter as many of 50 others`)
  await seedReports(fresh, { merchantId, payments, year })
  printLine('| case | ms |\n|---|---|')
  for (const [title, run] of Object.entries(cases)) printLine(`| ${title} | ${await measure(fresh, merchantId, run)} |`)
  printLine(`RSS at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)
})

/** Median of the rounds after a first call, in ms. */
async function measure({ runtime }: FreshDatabase, merchantId: string, run: Case): Promise<string> {
  const { config, clock, database } = runtime
  const taken: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now()
    await database.read((tx) =>
      run({
        tx,
        config,
        mode: 'TEST',
        merchant: { id: merchantId },
        now: clock(),
        realNow: clock(),
      } as MerchantContext),
    )
    if (round > 0) taken.push(performance.now() - start)
  }
  return calculateMedian(taken).toFixed(0)
}
