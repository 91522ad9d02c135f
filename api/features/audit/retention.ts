import { getTableName } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import type { PartitionedTable } from '../../database/partitions.ts'
import { auditChains } from './tables.ts'

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
  const { rows } = await tx.$client.query(`select from ${partition} where position is null limit 1`)
  if (rows.length > 0) return false
  const chainOf = `coalesce(merchant_id, user_id, '00000000-0000-0000-0000-000000000000')`
  await tx.$client.query(
    `update ${getTableName(auditChains)} chain set deleted_count = last.position, deleted_hash = last.hash
     from (
       select of.id, event.position, event.hash from ${getTableName(auditChains)} of cross join lateral (
         select position, hash from ${partition} where ${chainOf} = of.id and position is not null order by position desc limit 1
       ) event
     ) last
     where chain.id = last.id and chain.deleted_count < last.position`,
  )
  return true
}
