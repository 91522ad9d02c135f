import type { GoLive } from '@adire/contract/onboarding-schemas.ts'
import { eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { listMissing } from '../kyc/items.ts'
import { notifyOfReview } from '../kyc/move.ts'
import { goLiveRequests, merchants } from '../merchants/tables.ts'

/** Go-live status of a test business. */
export async function getGoLiveHandler(context: MemberContext): Promise<GoLive> {
  const { tx, merchant, mode } = context
  if (mode !== 'TEST') throw problem.notFound('business')
  const [request] = await tx.select().from(goLiveRequests).where(eq(goLiveRequests.merchantId, merchant.id))
  const [live] = await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.testMerchantId, merchant.id))
  return {
    status: request?.status ?? 'not_requested',
    missing: await listMissing(tx, merchant.id),
    reason: request?.reason ?? null,
    requestedAt: request?.requestedAt?.toISOString() ?? null,
    reviewedAt: request?.reviewedAt?.toISOString() ?? null,
    liveMerchantId: live?.id ?? null,
  }
}

/**
 * Requests review of a business.
 * @throws 409 go_live_requested if it was requested before; kyc_missing if items are missing
 */
export async function requestGoLiveHandler(context: MemberContext): Promise<GoLive> {
  const { tx, merchant, mode, realNow: now } = context
  if (mode !== 'TEST') throw problem.notFound('business')
  const request = await lockGoLiveRequest(tx, merchant.id)
  if (request.status !== 'not_requested')
    throw problem.conflict('go_live_requested', 'You have already asked to go live')
  if ((await listMissing(tx, merchant.id)).length > 0)
    throw problem.conflict('kyc_missing', 'Submit the remaining items before you go live')
  await tx
    .update(goLiveRequests)
    .set({ status: 'pending_review', requestedAt: now, reason: null, reviewedAt: null, reviewedBy: null })
    .where(eq(goLiveRequests.merchantId, merchant.id))
  await recordAuditEvent(context, { action: 'go_live.requested', after: { status: 'pending_review' } })
  await notifyOfReview(context, merchant.id, {
    title: 'You requested to go live',
    text: 'Our team is reviewing your business and will email you. You can keep testing in the meantime.',
    path: '/go-live',
  })
  return getGoLiveHandler(context)
}

/** The go-live request of a test business, locked. Creates the row if there is none. */
export async function lockGoLiveRequest(tx: Tx, merchantId: string) {
  await tx.insert(goLiveRequests).values({ merchantId, status: 'not_requested' }).onConflictDoNothing()
  const [request] = await tx
    .select()
    .from(goLiveRequests)
    .where(eq(goLiveRequests.merchantId, merchantId))
    .for('update')
  return request!
}
