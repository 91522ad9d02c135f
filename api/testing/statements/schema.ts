import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Snapshot {
  tables: Record<string, { name: string; columns: Record<string, unknown> }>
}

const meta = join(import.meta.dirname, '../../database/migrations/meta')
const newest = readdirSync(meta)
  .filter((name) => name.endsWith('_snapshot.json'))
  .toSorted()
  .at(-1)!
const { tables } = JSON.parse(readFileSync(join(meta, newest), 'utf8')) as Snapshot

/** The columns of each table, as of the newest migration. */
export const tableColumns: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.values(tables).map(({ name, columns }) => [name, new Set(Object.keys(columns))]),
)
