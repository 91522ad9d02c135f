import { count, eq } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
import { configuredProcessors, connectorFor } from '../../connectors/connector-for.ts'
import { definitionOf, type Processor } from '../../connectors/processors.ts'
import type { Records } from '../../connectors/records.ts'
import type { Context } from '../../context.ts'
import { addDays, daysBetween, lagosDay, startOfDay } from '../../lagos.ts'
import { compareBalance } from './balance.ts'
import { importRecords, type WriteLive } from './import-records.ts'
import { matchDay } from './match.ts'
import { matchBankLines } from './match-bank.ts'
import { reconciliationItems, reconciliations } from './tables.ts'

/** Most days with open items that are compared again. */
const maxItemDays = 400
/** How many times the records are read again until none has changed while the balance was read. */
const maxReadings = 5

export interface Reconciling {
  config: ApiConfig
  write: WriteLive
  now: Date
}

/** First and last Lagos day, both included. */
export interface Days {
  fromDay: string
  toDay: string
}

/** Days before the last one that a reconciliation reads again: a refund, a dispute or a returned transfer changes an earlier record. */
const daysAgain = 7
/** The days that a reconciliation compares unless somebody names others. */
export const daysUntil = (toDay: string): Days => ({ fromDay: addDays(toDay, -daysAgain), toDay })

export interface Reconciled extends Days {
  openItems: number
  recordCount: number
  /** Undefined if money moved all the time, or a processor has no records. */
  balanceKobo?: number
  expectedKobo?: number
}

/** Processors that are configured for live payments and list their records. */
export const reconciledProcessors = (config: Pick<ApiConfig, 'processors'>): Processor[] =>
  configuredProcessors(config).filter((name) => definitionOf(name).capabilities.includes('records'))

/**
 * Reconciles the ledger with every configured processor: imports their records of these days, compares them with ours, compares what
 * the processors hold with `processor_clearing`, and matches bank statements. May be repeated and interrupted.
 */
export async function reconcile(reconciling: Reconciling, days: Days): Promise<Reconciled> {
  const { config, write, now: startedAt } = reconciling
  const source = { mode: 'LIVE' as const, config, write }
  const processors = reconciledProcessors(config).map((processor) => ({
    processor,
    records: connectorFor(source, 'records', processor).records,
  }))
  const period = { from: startOfDay(days.fromDay), to: startOfDay(addDays(days.toDay, 1)) }
  const [run] = await write(({ tx }) =>
    tx
      .insert(reconciliations)
      .values({ ...days, startedAt })
      .returning({ id: reconciliations.id }),
  )
  let recordCount = 0
  for (const processor of processors) recordCount += await importRecords(write, processor, period)
  const { balanceKobo, changed } = await readBalances(write, processors, days.toDay)
  const isComparable = processors.length === config.processors.length && balanceKobo !== undefined
  let newKobo = 0
  const matched = new Set([...listDays(days), ...(await write(listDaysOfItems))])
  for (const { processor } of processors)
    for (const day of matched) newKobo += await matchDay(write, { processor, day, startedAt })
  await matchBankLines(write, startedAt)
  const held = { balanceKobo: balanceKobo ?? 0, newKobo, day: lagosDay(startedAt), startedAt }
  const compared = isComparable ? await write((context) => compareBalance(context, held)) : undefined
  const openItems = await write(async ({ tx, now }) => {
    const [open] = await tx
      .select({ items: count() })
      .from(reconciliationItems)
      .where(eq(reconciliationItems.status, 'open'))
    const result = { endedAt: now, recordCount: recordCount + changed, openItems: open!.items, ...compared }
    await tx.update(reconciliations).set(result).where(eq(reconciliations.id, run!.id))
    return open!.items
  })
  return { ...days, openItems, recordCount: recordCount + changed, ...compared }
}

type Listed = { processor: Processor; records: Records }

/**
 * What the processors hold, at a moment at which their records are all imported: the balances are read between two imports, until the
 * second changes nothing. Undefined if money moves all the time; then the next reconciliation compares.
 */
async function readBalances(write: WriteLive, processors: readonly Listed[], toDay: string) {
  const lastTwoDays = { from: startOfDay(addDays(toDay, -1)), to: startOfDay(addDays(toDay, 1)) }
  let changed = 0
  if (processors.length === 0) return { changed, balanceKobo: undefined }
  for (let reading = 0; reading < maxReadings; reading++) {
    let balanceKobo = 0
    let moved = 0
    const at = await write(({ now }) => Promise.resolve(now))
    for (const { records } of processors) balanceKobo += await records.readBalance(at)
    for (const processor of processors) moved += await importRecords(write, processor, lastTwoDays)
    changed += moved
    if (moved === 0) return { changed, balanceKobo }
  }
  return { changed, balanceKobo: undefined }
}

/** Days of items, the newest first: what they wait for may have happened since. */
async function listDaysOfItems({ tx }: Context): Promise<string[]> {
  const { rows } = await tx.$client.query<{ day: string }>({
    name: 'reconciliation_item_days',
    text: `select distinct day::text as day from reconciliation_items where status <> 'gone' and kind not in ('bank', 'balance')
           order by day desc limit ${maxItemDays}`,
  })
  return rows.map(({ day }) => day)
}

const listDays = ({ fromDay, toDay }: Days): string[] =>
  Array.from({ length: daysBetween(fromDay, toDay) }, (_, index) => addDays(fromDay, index))
