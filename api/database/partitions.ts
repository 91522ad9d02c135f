// Tables partitioned by month (decision 95): partitions are created ahead, and dropped when all their rows are too old.
import { dayMs } from '@adire/contract/durations.ts'
import type { Tx } from './connect.ts'
import { tryLock } from './try-lock.ts'

export interface PartitionedTable {
  name: string
  /** The column by which rows are assigned: an instant, or a UUID of version 7, which begins with its instant. */
  key: { column: string; type: 'instant' | 'uuid' }
  /** Rows are needed for so many days after the instant of their key. Omitted: forever. */
  keepDays?: number | undefined
  /** Called before a partition is dropped, in the same transaction. Resolves to whether it may be dropped. */
  beforeDrop?: (tx: Tx, partition: string) => Promise<boolean>
}

/** Months that have a partition before they begin, so that a job that does not run for weeks does no harm. */
const monthsAhead = 2

const lock = 7_243_006

/**
 * Creates the partitions of the next months and drops those that are too old. Returns the names of both: none while another process
 * does this.
 */
export async function managePartitions(
  tx: Tx,
  table: PartitionedTable,
  now: Date,
): Promise<{ created: string[]; dropped: string[] }> {
  if (!(await tryLock(tx, lock))) return { created: [], dropped: [] }
  const { rows } = await tx.$client.query<{ name: string; bound: string }>(
    `select relname as name, pg_get_expr(relpartbound, oid) as bound
     from pg_inherits join pg_class on oid = inhrelid where inhparent = to_regclass($1) order by relname`,
    [table.name],
  )
  const partitions = rows.flatMap(({ name, bound }) => {
    const end = /TO \('([^']+)'\)/.exec(bound)?.[1]
    return end === undefined ? [] : [{ name, endMs: parseBound(table, end) }]
  })
  const { keepDays = Number.POSITIVE_INFINITY, beforeDrop } = table
  const dropped: string[] = []
  for (const { name } of partitions.filter(({ endMs }) => endMs < now.getTime() - keepDays * dayMs)) {
    if (beforeDrop && !(await beforeDrop(tx, name))) continue
    await tx.$client.query(`drop table ${name}`)
    dropped.push(name)
  }
  let endMs = Math.max(startOfMonth(now, 0), ...partitions.map((partition) => partition.endMs))
  const created: string[] = []
  while (endMs < startOfMonth(now, monthsAhead + 1)) {
    const next = startOfMonth(new Date(endMs), 1)
    created.push(await createPartition(tx, table, endMs, next))
    endMs = next
  }
  return { created, dropped }
}

/** Rows of the month that are in the default partition already move; otherwise the new one could not be attached. */
async function createPartition(tx: Tx, table: PartitionedTable, fromMs: number, toMs: number): Promise<string> {
  const name = `${table.name}_${new Date(fromMs).toISOString().slice(0, 7).replace('-', '_')}`
  const [from, to] = [fromMs, toMs].map((ms) => toBound(table, ms))
  const { column } = table.key
  // With the indexes that each partition has by itself.
  await tx.$client.query(
    `create table ${name} (like ${table.name}_default including defaults including storage including indexes)`,
  )
  await tx.$client.query(
    `with moved as (delete from ${table.name}_default where ${column} >= $1 and ${column} < $2 returning *)
     insert into ${name} select * from moved`,
    [from, to],
  )
  await tx.$client.query(`alter table ${table.name} attach partition ${name} for values from ('${from}') to ('${to}')`)
  return name
}

/** The first instant of the month that is `months` after that of `at`, in UTC. */
export const startOfMonth = (at: Date, months: number): number =>
  Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months)

function toBound({ key }: PartitionedTable, ms: number): string {
  return key.type === 'instant' ? new Date(ms).toISOString() : firstIdAt(ms)
}

/** Below every UUID of version 7 that is made at this instant or later, and above those made before. */
export const firstIdAt = (ms: number): string =>
  ms
    .toString(16)
    .padStart(12, '0')
    .padEnd(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const parseBound = ({ key }: PartitionedTable, bound: string): number =>
  key.type === 'instant' ? Date.parse(bound) : Number.parseInt(bound.replaceAll('-', '').slice(0, 12), 16)
