import { type Node, parseSync } from 'libpg-query'
import type { Term } from './equalities.ts'
import { readStatement } from './read-statement.ts'
import type { TableUse } from './reader.ts'

/** Unique columns by which a business is found, by table: who knows one of them needs no merchant. */
export type PublicNames = Readonly<Record<string, readonly string[]>>

export interface UnnamedUse {
  table: string
  /** The command, the table and the columns in its conditions: `select payments by status`. */
  name: string
}

/**
 * The uses of tables of businesses that do not name the merchant.
 * @throws SqlError if the text is no statement
 */
export function findUnnamedUses(text: string, publicNames: PublicNames): UnnamedUse[] {
  const statements = (parseSync(text).stmts ?? []).map(({ stmt }) => stmt as Node)
  return statements.flatMap((tree) => {
    const { uses, equalities, compared } = readStatement(tree)
    for (const { table, source } of uses) {
      const termOf = (column: string) => source.outputs!.get(column)!
      for (const column of publicNames[table] ?? [])
        for (const other of followers(table)) equalities.follow([termOf(column)], termOf(other))
    }
    return uses
      .filter(({ source }) => source.outputs!.has('merchant_id'))
      .filter(({ source }) => !equalities.isGiven(source.outputs!.get('merchant_id')!))
      .map((use) => ({ table: use.table, name: nameUse(use, compared) }))
  })
}

/** What follows from a public name: the merchant; for a business itself its other ids. */
const followers = (table: string) => (table === 'merchants' ? ['id', 'test_merchant_id'] : ['merchant_id'])

function nameUse({ command, table, source }: TableUse, compared: ReadonlySet<Term>): string {
  const columns = [...source.outputs!].filter(([, term]) => compared.has(term)).map(([column]) => column)
  return [command, table, ...(columns.length > 0 ? ['by', columns.toSorted().join(', ')] : [])].join(' ')
}
