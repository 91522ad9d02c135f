import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Table {
  name: string
  columns: Record<string, { primaryKey: boolean }>
  compositePrimaryKeys: Record<string, { columns: string[] }>
  uniqueConstraints: Record<string, { columns: string[] }>
  indexes: Record<string, { isUnique: boolean; columns: { expression: string }[] }>
}

const meta = join(import.meta.dirname, '../database/migrations/meta')
const newest = readdirSync(meta)
  .filter((name) => name.endsWith('_snapshot.json'))
  .toSorted()
  .at(-1)!

/** All tables, as of the newest migration. */
export const tables: readonly Table[] = Object.values(JSON.parse(readFileSync(join(meta, newest), 'utf8')).tables)

/** The columns of each table. */
export const tableColumns: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  tables.map(({ name, columns }) => [name, new Set(Object.keys(columns))]),
)

export interface UniqueKey {
  columns: string[]
}

const uniqueKeysOf = ({ columns, compositePrimaryKeys, uniqueConstraints, indexes }: Table): UniqueKey[] => [
  ...Object.entries(columns).flatMap(([name, { primaryKey }]) => (primaryKey ? [{ columns: [name] }] : [])),
  ...Object.values(compositePrimaryKeys),
  ...Object.values(uniqueConstraints),
  ...Object.values(indexes)
    .filter(({ isUnique }) => isUnique)
    .map(({ columns: keyed }) => ({ columns: keyed.map(({ expression }) => expression) })),
]

/** Tables with `merchant_id`, each with its unique keys that lack it: one without such keys can be distributed by merchant (decision 96). */
export const keysWithoutMerchant: ReadonlyMap<string, readonly UniqueKey[]> = new Map(
  tables
    .filter(({ columns }) => 'merchant_id' in columns)
    .map((table) => [table.name, uniqueKeysOf(table).filter(({ columns }) => !columns.includes('merchant_id'))]),
)
