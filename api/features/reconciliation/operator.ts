import { readFile, stat } from 'node:fs/promises'
import { formatNaira } from '@adire/contract/money.ts'
import { asc, eq } from 'drizzle-orm'
import { problem } from '../../http/problem.ts'
import { daysBetween, lagosDay } from '../../lagos.ts'
import type { OperatorContext } from '../../operator-context.ts'
import { parseDayOption } from '../../operator-options.ts'
import { discrepancies } from './discrepancies.ts'
import { explainItem } from './explain.ts'
import { importBankStatement, maxStatementBytes } from './import-bank.ts'
import type { WriteLive } from './import-records.ts'
import { describeBalance } from './jobs.ts'
import { daysUntil, reconcile, reconciledProcessors } from './reconcile.ts'
import { reconciliationItems } from './tables.ts'

export const reconciliationUsage = `
  reconciliation run [--from <day> --to <day>]
                                             compares the ledger with the processors and the bank; exit code 1 for discrepancies
  reconciliation list                        the open discrepancies, oldest first
  reconciliation explain <number> --reason "…"
                                             takes one off the list; its reason is kept
  reconciliation bank --statement <file> [--account <number>]
                                             a bank statement, CSV or MT940, with all lines of each of its days`

export interface ReconciliationOptions {
  reason?: string | undefined
  from?: string | undefined
  to?: string | undefined
  statement?: string | undefined
  account?: string | undefined
}

const maxListed = 500
const maxDays = 92

/**
 * Runs one `reconciliation` command; returns the exit code, or undefined if there is no such command.
 * @throws Problem for values that cannot be used
 */
export async function runReconciliationCommand(
  operator: OperatorContext,
  words: string[],
  options: ReconciliationOptions,
): Promise<number | undefined> {
  const [verb, about, ...more] = words
  if (more.length > 0 || (verb !== 'explain' && about !== undefined)) return undefined
  if (verb === 'run') return runReconciliation(operator, options)
  if (verb === 'list') return listItems(operator)
  if (verb === 'explain' && about && options.reason?.trim()) return explain(operator, about, options.reason.trim())
  if (verb === 'bank' && options.statement) return importStatement(operator, options.statement, options.account?.trim())
  return undefined
}

/** Transactions in live mode: only live payments have processors. */
const inLiveMode =
  ({ write }: OperatorContext): WriteLive =>
  (use) =>
    write((context) => use({ ...context, mode: 'LIVE' }))

async function runReconciliation(operator: OperatorContext, { from, to }: ReconciliationOptions): Promise<number> {
  const { print } = operator
  const write = inLiveMode(operator)
  const { config, now } = await write(async (context) => context)
  if (reconciledProcessors(config).length === 0)
    throw problem.unavailable(
      'No processor with records is configured: start this command with the settings of the server',
    )
  const toDay = to === undefined ? lagosDay(now) : parseDayOption('to', to)
  const fromDay = from === undefined ? daysUntil(toDay).fromDay : parseDayOption('from', from)
  if (fromDay > toDay || daysBetween(fromDay, toDay) > maxDays)
    throw problem.field('from', `Enter at most ${maxDays} days, the earlier one as --from`)
  const found = await reconcile({ config, write, now }, { fromDay, toDay })
  print(`${found.recordCount} records were new or had changed from ${fromDay} to ${toDay}.`)
  print(describeBalance(found))
  print(found.openItems === 0 ? '✓ Every kobo agrees or is explained.' : `${found.openItems} discrepancies are open.`)
  return found.openItems === 0 ? 0 : 1
}

async function listItems({ write, print }: OperatorContext): Promise<number> {
  const items = await write(({ tx }) =>
    tx
      .select()
      .from(reconciliationItems)
      .where(eq(reconciliationItems.status, 'open'))
      .orderBy(asc(reconciliationItems.day), asc(reconciliationItems.number))
      .limit(maxListed),
  )
  const amount = (kobo: number | null) => (kobo === null ? '—' : formatNaira(kobo)).padStart(18)
  for (const { number, day, processor, kind, discrepancy, reference, subject, oursKobo, theirsKobo } of items)
    print(
      [
        String(number).padStart(6),
        day,
        (processor ?? '').padEnd(8),
        kind.padEnd(10),
        `ours ${amount(oursKobo)}`,
        `theirs ${amount(theirsKobo)}`,
        reference ?? subject,
        discrepancies[discrepancy],
      ].join('  '),
    )
  if (items.length === 0) print('No discrepancy is open.')
  if (items.length === maxListed) print(`These are the oldest ${maxListed}.`)
  return 0
}

async function explain({ write, print, reviewer }: OperatorContext, text: string, reason: string): Promise<number> {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1 || number > 2_147_483_647)
    throw problem.field('number', 'Enter the number of a discrepancy from "reconciliation list"')
  if (reason.length > 500) throw problem.field('reason', 'Enter at most 500 characters')
  await write(({ tx }) => explainItem(tx, number, { reason, by: reviewer }))
  print(`${number} is explained: ${reason}`)
  return 0
}

async function importStatement(operator: OperatorContext, file: string, account?: string): Promise<number> {
  const write = inLiveMode(operator)
  const { size } = await stat(file).catch(() => {
    throw new Error(`There is no file ${file}`)
  })
  if (size > maxStatementBytes) throw problem.field('statement', 'The file is larger than 50 MB: split it by days')
  const { lines, added } = await importBankStatement(write, await readFile(file, 'utf8'), account)
  operator.print(`${lines} lines were read; ${added} of them are new.`)
  return 0
}
