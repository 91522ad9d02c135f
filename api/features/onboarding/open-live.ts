import { eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { addKey } from '../api-keys/add-key.ts'
import { findPrimaryAccount } from '../bank-accounts/primary-account.ts'
import { bankAccounts } from '../bank-accounts/tables.ts'
import { kycItems } from '../kyc/tables.ts'
import { memberships, merchants } from '../merchants/tables.ts'
import { freeCode } from './register.ts'

/** Creates the live business of a test business, atomically. Returns its id, or the id of the existing one. */
export async function openLive(tx: Tx, testMerchantId: string, now: Date): Promise<string> {
  const [test] = await tx.select().from(merchants).where(eq(merchants.id, testMerchantId)).for('update')
  const { id: _, ...profile } = test!
  const [live] = await tx
    .insert(merchants)
    .values({ ...profile, mode: 'LIVE', merchantCode: await freeCode(tx, 'LIVE'), testMerchantId, createdAt: now })
    .onConflictDoNothing({ target: merchants.testMerchantId })
    .returning({ id: merchants.id })
  if (!live) {
    const [there] = await tx.select().from(merchants).where(eq(merchants.testMerchantId, testMerchantId))
    return there!.id
  }
  const members = await tx.select().from(memberships).where(eq(memberships.merchantId, testMerchantId))
  await tx.insert(memberships).values(members.map((member) => ({ ...member, merchantId: live.id })))
  await copyReview(tx, testMerchantId, live.id)
  await copyAccount(tx, testMerchantId, live.id, now)
  await addKey(tx, { merchantId: live.id, mode: 'LIVE', kind: 'public' }, now)
  return live.id
}

/** Copies approved items without identity numbers, names and documents, which stay sealed with the business that submitted them. */
async function copyReview(tx: Tx, from: string, to: string) {
  const items = await tx.select().from(kycItems).where(eq(kycItems.merchantId, from))
  const approved = items.filter(({ status }) => status === 'APPROVED')
  if (approved.length > 0)
    await tx
      .insert(kycItems)
      .values(approved.map((item) => ({ ...item, merchantId: to, sealed: null, sealedOwner: null, fileId: null })))
}

async function copyAccount(tx: Tx, from: string, to: string, now: Date) {
  const account = await findPrimaryAccount(tx, from)
  if (!account) return
  const { id: _, ...rest } = account
  await tx.insert(bankAccounts).values({ ...rest, merchantId: to, createdAt: now })
}
