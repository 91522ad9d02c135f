import { eq, or, sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { announceSessionEnds } from '../../jobs/announce.ts'
import { evictMembers } from '../auth/session-state.ts'
import { sessions } from '../auth/tables.ts'
import { merchants } from '../merchants/tables.ts'

/** A business in both modes: they share one team. */
export interface Business {
  /** Id of its test merchant, which invitations and custom roles are stored with. */
  id: string
  name: string
  merchantIds: string[]
}

/**
 * The business of a request, locked: one change of a team at a time, so that two requests at once cannot remove each other's
 * permission to make them.
 */
export async function lockBusiness({ tx, merchant }: Pick<MemberContext, 'tx' | 'merchant'>): Promise<Business> {
  const testId = tx
    .select({ id: sql`coalesce(${merchants.testMerchantId}, ${merchants.id})` })
    .from(merchants)
    .where(eq(merchants.id, merchant.id))
  const rows = await tx
    .select({ id: merchants.id, mode: merchants.mode, name: merchants.businessName })
    .from(merchants)
    .where(or(eq(merchants.id, sql`(${testId})`), eq(merchants.testMerchantId, sql`(${testId})`)))
    .orderBy(merchants.createdAt)
    .for('no key update')
  const [test] = rows.filter(({ mode }) => mode === 'TEST')
  return { id: test!.id, name: test!.name, merchantIds: rows.map(({ id }) => id) }
}

/** Id of the test merchant of a business. */
export async function findTestMerchantId({ tx, merchant }: Pick<MemberContext, 'tx' | 'merchant'>): Promise<string> {
  const [found] = await tx
    .select({ testMerchantId: merchants.testMerchantId })
    .from(merchants)
    .where(eq(merchants.id, merchant.id))
  return found?.testMerchantId ?? merchant.id
}

/** Ends the live streams of a user after the transaction: the browser connects again, if the user may. */
export async function endStreams(tx: Tx, userId: string): Promise<void> {
  const rows = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))
  await announceSessionEnds(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Makes a change of a team take effect at once in this process. Call it after the commit. */
export const evictBusinessMembers = ({ merchantIds }: Business) => evictMembers(merchantIds)
