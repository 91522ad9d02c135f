import type { Tx } from './connect.ts'

/**
 * Locks a name until the end of the transaction: transactions that lock the same name run one after the other. Use it where there is no row
 * to lock: for a limit on the number of rows, or a row that does not exist yet.
 */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await tx.$client.query({
    name: 'lock_name',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [name],
  })
}
