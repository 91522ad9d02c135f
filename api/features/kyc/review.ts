import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { files } from '../../files/tables.ts'
import { problem } from '../../http/problem.ts'
import { goLiveRequests, merchants } from '../merchants/tables.ts'
import { type KycRow, listKycItems } from './items.ts'
import { type KycVerdict, lockKycItem, reviewItem } from './move.ts'
import { findKycKind } from './requirements.ts'
import { sealName } from './seal-name.ts'
import { kycItems } from './tables.ts'

export type MerchantRecord = typeof merchants.$inferSelect

/**
 * A business by its merchant code (in any letter case) or id.
 * @throws 404 business_not_found
 */
export async function findBusiness(tx: Tx, given: string): Promise<MerchantRecord> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given)
  const [found] = await tx
    .select()
    .from(merchants)
    .where(isId ? eq(merchants.id, given) : eq(merchants.merchantCode, given.toUpperCase()))
  if (!found) throw problem.notFound('business')
  return found
}

/** Items in review, oldest first. */
export async function waitingItems(tx: Tx) {
  const items = await tx
    .select({
      merchantCode: merchants.merchantCode,
      businessName: merchants.businessName,
      type: kycItems.type,
      since: kycItems.submittedAt,
    })
    .from(kycItems)
    .innerJoin(merchants, eq(merchants.id, kycItems.merchantId))
    .where(eq(kycItems.status, 'PENDING_REVIEW'))
    .orderBy(asc(kycItems.submittedAt))
    .limit(200)
  const requests = await tx
    .select({
      merchantCode: merchants.merchantCode,
      businessName: merchants.businessName,
      type: sql<string>`'GO LIVE'`,
      since: goLiveRequests.requestedAt,
    })
    .from(goLiveRequests)
    .innerJoin(merchants, eq(merchants.id, goLiveRequests.merchantId))
    .where(eq(goLiveRequests.status, 'pending_review'))
    .orderBy(asc(goLiveRequests.requestedAt))
    .limit(200)
  return [...items, ...requests].sort((one, other) => Number(one.since) - Number(other.since))
}

export async function findLiveRequest(tx: Tx, business: MerchantRecord) {
  const [request] = await tx
    .select()
    .from(goLiveRequests)
    .where(eq(goLiveRequests.merchantId, business.testMerchantId ?? business.id))
  return request
}

/** The submitted number or directors, unsealed; undefined if nothing is sealed. */
export function openSealed({ vault }: Context, { merchantId, type, sealed }: KycRow): string | undefined {
  return sealed ? vault.open(sealed, sealName(merchantId, type)) : undefined
}

/** Documents of a business in the file store. */
export const listDocuments = (tx: Tx, merchantId: string) =>
  tx
    .select({ type: kycItems.type, fileId: files.id, name: files.name, contentType: files.contentType })
    .from(kycItems)
    .innerJoin(files, and(eq(files.merchantId, kycItems.merchantId), eq(files.id, kycItems.fileId)))
    .where(eq(kycItems.merchantId, merchantId))

/**
 * Decides about one type. False if the same decision was made before.
 * @throws 404 KYC_type_not_found; 409 kyc_move if the decision is not allowed in this status
 */
export async function decideKyc(
  context: Context,
  business: MerchantRecord,
  decision: KycVerdict & { type: string },
  by: string,
) {
  const { type, ...verdict } = decision
  if (findKycKind(type) === undefined) throw problem.notFound('KYC type')
  const item = await lockKycItem(context, business.id, type)
  if (item.status === verdict.status) return false
  await reviewItem(context, item, verdict, by)
  return true
}

/** Approves all items in review. Returns their types. */
export async function approveAll(context: Context, business: MerchantRecord, by: string): Promise<string[]> {
  const waiting = (await listKycItems(context.tx, business.id)).filter(({ status }) => status === 'PENDING_REVIEW')
  for (const { type } of waiting) await decideKyc(context, business, { type, status: 'APPROVED' }, by)
  return waiting.map(({ type }) => type)
}
