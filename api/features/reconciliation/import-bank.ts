import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { type BankLine, type BankStatement, mostLines } from './bank-statement.ts'
import { parseCsvStatement } from './parse-csv-statement.ts'
import { parseMt940 } from './parse-mt940.ts'

export const maxStatementBytes = 50_000_000

/**
 * Reads a bank statement, CSV or MT940, whichever it is.
 * @throws Error that says what cannot be read
 */
export const parseBankStatement = (text: string): BankStatement =>
  /^:20:/m.test(text) ? parseMt940(text) : parseCsvStatement(text)

/** Stores the lines of a statement. Lines that are known are not stored again; a statement must have all lines of each of its days. */
export async function storeBankLines(
  { tx, now }: Context,
  account: string,
  lines: readonly BankLine[],
): Promise<{ added: number }> {
  if (lines.length > mostLines) throw new RangeError('Too many lines')
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
      narration: narration.slice(0, 500),
      bank_reference: reference?.slice(0, 100),
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
