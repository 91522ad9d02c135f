import type { Tx } from './connect.ts'

/**
 * Takes an advisory lock until the end of the transaction, for work that one process does at a time. False if another transaction has it:
 * the caller then leaves the work to that one.
 */
export async function tryLock(tx: Tx, lock: number): Promise<boolean> {
  const { rows } = await tx.$client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [lock])
  return rows[0]!.mine
}
