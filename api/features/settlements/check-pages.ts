import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'

export type WriteTransaction = <T>(callback: (context: Context) => Promise<T>) => Promise<T>

/** So many rows a statement looks at, so that none takes long and nothing waits for it. */
export const atOnce = 10_000
/** So many sentences of one kind are enough to know that something is wrong. */
export const mostSentences = 20

/** What one page of a check found: how many rows it saw, the key of the last one, and what is wrong, in sentences. */
export interface CheckedPage {
  seen: number
  last: string | undefined
  faults: string[]
}

/** A check of at most `atOnce` rows after a key. */
export type CheckPage = (tx: Tx, after: string | undefined) => Promise<CheckedPage>

/** Page after page, each from where the last one ended; returns how many rows there were. */
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

/** The page of rows that were read in the order of their `key`. */
export const toCheckedPage = (rows: readonly { key: string; fault: string | null }[]): CheckedPage => ({
  seen: rows.length,
  last: rows.at(-1)?.key,
  faults: rows.flatMap(({ fault }) => fault ?? []),
})

/** A check of a table whose key is a business and an id: `text` reads a page of it after $1 and $2. */
export const byMerchant =
  (text: string): CheckPage =>
  async (tx, after) => {
    const { rows } = await tx.$client.query<{ key: string; fault: string | null }>(
      text,
      after?.split('/') ?? [null, null],
    )
    return toCheckedPage(rows)
  }

/** SQL: a page of a table, in order of business and id: those two are the key. */
export const pageText = (table: string) => `(
  select * from ${table} where $1::uuid is null or (merchant_id, id) > ($1, $2::uuid)
  order by merchant_id, id limit ${atOnce}
)`

/** SQL: what the entry of a reference did to an account, in kobo; null where there is no such line. */
export const postedText = (reference: string, owner: string, kind: string) => `(
  select posted.amount_kobo from ledger_entries entry
  join ledger_accounts account on account.owner = ${owner} and account.kind = '${kind}'
  join ledger_lines posted on posted.entry_id = entry.id and posted.account_id = account.id
  where entry.reference = ${reference}
)`
