import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { oncePerConnection } from '../../database/row-statements.ts'
import type { SettlementOwner, SettlementRecord } from './move.ts'
import { settlements } from './tables.ts'

/** The status is written out: a plan for every status could not use the index of open settlements. */
const isOpen = and(
  eq(settlements.merchantId, sql.placeholder('merchantId')),
  eq(settlements.ownerId, sql.placeholder('ownerId')),
  sql`${settlements.status} <> 'success'`,
)
const preparedFind = oncePerConnection((tx) => tx.select().from(settlements).where(isOpen).prepare('find_open'))
const preparedLock = oncePerConnection((tx) =>
  tx.select().from(settlements).where(isOpen).for('update').prepare('lock_open'),
)

/** The unpaid settlement of an owner, if it has one. There is at most one. */
export async function findOpenSettlement(tx: Tx, owner: SettlementOwner): Promise<SettlementRecord | undefined> {
  return (await preparedFind(tx).execute({ ...owner }))[0]
}

/** The unpaid settlement of an owner, if it has one, locked until the transaction ends. */
export async function lockOpenSettlement(tx: Tx, owner: SettlementOwner): Promise<SettlementRecord | undefined> {
  return (await preparedLock(tx).execute({ ...owner }))[0]
}
