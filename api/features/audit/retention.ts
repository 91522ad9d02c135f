import { sql } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import type { PartitionedTable } from '../../database/partitions.ts'
import { auditChains, chainOfEvent } from './tables.ts'

/** The log of businesses, by month. A month is dropped when all its entries are older than the retention period, if there is one. */
export const auditPartitions = ({ auditLogDays }: Pick<ApiConfig, 'auditLogDays'>): PartitionedTable => ({
  name: 'audit_events',
  key: { column: 'id', type: 'uuid' },
  keepDays: auditLogDays,
  beforeDrop: beginAfterPartition,
})

/**
 * Lets the chains begin behind the events of a partition that is about to be dropped. An event without a link keeps its partition: it
 * would be missing without a trace. Reads one event of each chain.
 */
async function beginAfterPartition(tx: Tx, partition: string): Promise<boolean> {
  const events = sql.identifier(partition)
  const { rows } = await tx.execute(sql`select from ${events} where position is null limit 1`)
  if (rows.length > 0) return false
  await tx.execute(sql`
    update ${auditChains} chain set deleted_count = last.position, deleted_hash = last.hash
    from (
      select known.id, event.position, event.hash from ${auditChains} known cross join lateral (
        select position, hash from ${events} where ${chainOfEvent} = known.id and position is not null order by position desc limit 1
      ) event
    ) last
    where chain.id = last.id and chain.deleted_count < last.position`)
  return true
}
