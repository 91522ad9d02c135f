import { webhookLimits } from '@adire/contract/webhooks.ts'
import type { Tx } from '../database/connect.ts'
import { managePartitions, type PartitionedTable } from '../database/partitions.ts'

/**
 * The tables that are partitioned by month. Purges delete each row when its time is over; only dropping a partition frees its disk space
 * at once. The timeline of an object is in the partition of the object's month. The partitions of the audit log are defined in
 * `features/audit/retention.ts`.
 */
export const partitionedTables: readonly PartitionedTable[] = [
  { name: 'request_log', key: { column: 'created_at', type: 'instant' }, keepDays: 30 },
  {
    name: 'webhook_attempts',
    key: { column: 'delivery_id', type: 'uuid' },
    // A delivery is attempted again for days.
    keepDays: webhookLimits.retentionDays + 10,
  },
  { name: 'timeline_events', key: { column: 'subject_id', type: 'uuid' } },
]

/** Manages the partitions of one table. They follow the clock of the database, which makes the ids. */
export async function maintainPartitions(tx: Tx, table: PartitionedTable): Promise<void> {
  // Both lock whole tables, and payments wait behind them: they give up early, and the next run tries again.
  await tx.$client.query(`set local lock_timeout = '500ms'`)
  const { rows } = await tx.$client.query<{ now: Date }>('select now()')
  await managePartitions(tx, table, new Date(rows[0]!.now))
}
