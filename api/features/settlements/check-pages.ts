import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'

export type WriteTransaction = <T>(callback: (context: Context) => Promise<T>) => Promise<T>

/** Maximum rows per statement, so that no statement takes long or blocks others. */
export const atOnce = 10_000
/** Maximum number of faults reported per check; enough to know that something is wrong. */
export const mostSentences = 20

/** Result of one page of a check: rows read, key of the last row, and faults as sentences. */
export interface CheckedPage {
  seen: number
  last: string | undefined
  faults: string[]
}

/** Check of at most `atOnce` rows after a key. */
export type CheckPage = (tx: Tx, after: string | undefined) => Promise<CheckedPage>

/** Runs a check page by page. Returns the number of rows. */
export async function inOrder(
  write: WriteTransaction,
  check: CheckPage,
  report: (faults: readonly string[]) => void,
): Promise<number> {
  let seen = 0
  let last: string | undefined
  for (;;) {
    const after = last
    const page = await write(({ tx }) => check(tx, after))
    seen += page.seen
    report(page.faults)
    if (page.seen < atOnce) return seen
    last = page.last
  }
}

/** Page result of rows that were read in the order of their `key`. */
export const toCheckedPage = (rows: readonly { key: string; fault: string | null }[]): CheckedPage => ({
  seen: rows.length,
  last: rows.at(-1)?.key,
  faults: rows.flatMap(({ fault }) => fault ?? []),
})

/** Check of a table with the key merchant and id: `text` reads one page after $1 and $2. */
export const byMerchant =
  (text: string): CheckPage =>
  async (tx, after) => {
    const { rows } = await tx.$client.query<{ key: string; fault: string | null }>(
      text,
      after?.split('/') ?? [null, null],
    )
    return toCheckedPage(rows)
  }

/** SQL: one page of a table, ordered by its key: merchant and id. */
export const pageText = (table: string) => `(
  select * from ${table} where $1::uuid is null or (merchant_id, id) > ($1, $2::uuid)
  order by merchant_id, id limit ${atOnce}
)`

/** SQL: amount that an entry of the merchant of a row posted to an account, in kobo; null if there is no such line. */
export const postedText = (row: string, reference: string, owner: string, kind: string) => `(
  select posted.amount_kobo from ledger_entries entry
  join ledger_accounts account on account.owner = ${owner} and account.kind = '${kind}' and account.merchant_id = ${row}.merchant_id
  join ledger_lines posted on posted.entry_id = entry.id and posted.account_id = account.id
  where entry.reference = ${reference}
)`
