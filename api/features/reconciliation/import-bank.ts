import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { cutText } from '../../database/cut-text.ts'
import { problem } from '../../http/problem.ts'
import { type BankLine, type BankStatement, maxLines } from './bank-statement.ts'
import { matchBankLines } from './match-bank.ts'
import { parseCsvStatement } from './parse-csv-statement.ts'
import { parseMt940 } from './parse-mt940.ts'

export const maxStatementBytes = 50_000_000

/**
 * Reads a bank statement, CSV or MT940, whichever it is.
 * @throws Error that says what cannot be read
 */
export const parseBankStatement = (text: string): BankStatement =>
  /^:20:/m.test(text) ? parseMt940(text) : parseCsvStatement(text)

export interface ImportedStatement {
  account: string
  lines: number
  /** Lines that were not known. */
  added: number
  fromDay: string
  toDay: string
}

/**
 * Imports a bank statement, and matches its lines with the transfers of processors. The same statement again adds nothing.
 * @throws validation_error (422) for a file that cannot be read, and without the account that the statement does not name
 */
export async function importBankStatement<C extends Context>(
  write: <T>(use: (context: C) => Promise<T>) => Promise<T>,
  text: string,
  givenAccount: string | undefined,
  /** Records the import, in the transaction that stores the lines. */
  record: (context: C, imported: ImportedStatement) => Promise<void> = async () => {},
): Promise<ImportedStatement> {
  const statement = readStatement(text)
  const { lines } = statement
  const account = givenAccount || statement.account
  if (!account) throw problem.field('account', 'The statement does not name its account: enter it')
  if (lines.length === 0) throw problem.field('statement', 'The statement has no lines')
  const days = lines.map(({ day }) => day).sort()
  const { imported, now } = await write(async (context) => {
    const { added } = await storeBankLines(context, account, lines)
    const stored = { account, lines: lines.length, added, fromDay: days[0]!, toDay: days.at(-1)! }
    await record(context, stored)
    return { imported: stored, now: context.now }
  })
  await matchBankLines(write, now)
  return imported
}

function readStatement(text: string): BankStatement {
  try {
    // Some banks pad columns with zero characters, which PostgreSQL cannot store.
    return parseBankStatement(text.replaceAll('\0', ''))
  } catch (error) {
    throw problem.field('statement', (error as Error).message)
  }
}

/** Stores the lines of a statement. Lines that are known are not stored again; a statement must have all lines of each of its days. */
export async function storeBankLines(
  { tx, now }: Context,
  account: string,
  lines: readonly BankLine[],
): Promise<{ added: number }> {
  if (lines.length > maxLines) throw new RangeError('Too many lines')
  const counts = new Map<string, number>()
  const rows = lines.map(({ day, amountKobo, narration, reference }) => {
    const text = [day, amountKobo, narration, reference].join('\n')
    const nth = (counts.get(text) ?? 0) + 1
    counts.set(text, nth)
    const hash = createHash('sha256').update(`${text}\n${nth}`).digest('hex')
    return {
      hash,
      day,
      amount_kobo: amountKobo,
      narration: cutText(narration, 500),
      bank_reference: reference === null ? null : cutText(reference, 100),
    }
  })
  const { rowCount } = await tx.$client.query({
    name: 'bank_lines_store',
    text: `insert into bank_lines (account, hash, day, amount_kobo, narration, bank_reference, imported_at)
           select $1, hash, day, amount_kobo, narration, bank_reference, $3
           from jsonb_to_recordset($2::jsonb) as (hash text, day date, amount_kobo bigint, narration text, bank_reference text)
           on conflict (account, hash) do nothing`,
    values: [account, JSON.stringify(rows), now],
  })
  return { added: rowCount ?? 0 }
}
