import { kycMoves, reopenedStatuses } from '@adire/contract/kyc.ts'
import { and, eq } from 'drizzle-orm'
import type { Context, MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { notifyInDigest } from '../notifications/digest.ts'
import { notifyMembers } from '../notifications/notifications.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import { mailReview } from './enqueue.ts'
import { type KycRow, type KycStatus, listKycItems, listMissing } from './items.ts'
import { findKycLabel } from './requirements.ts'
import { kycItems } from './tables.ts'

type Submitted = Partial<Pick<KycRow, 'sealed' | 'sealedOwner' | 'registry' | 'submitted' | 'fileId'>>

/** Reviewer name of automatic sandbox decisions. Decisions of people carry their own names. */
export const sandboxReviewer = 'sandbox'

export interface KycVerdict {
  status: 'APPROVED' | 'REJECTED' | 'PENDING_MERCHANT_RESUBMISSION' | 'EXPIRED'
  reason?: string | undefined
}

/** A KYC item, locked. Creates the row if there is none. */
export async function lockKycItem({ tx }: Context, merchantId: string, type: string): Promise<KycRow> {
  await tx
    .insert(kycItems)
    .values({ merchantId, type, status: 'PENDING_MERCHANT_SUBMISSION' })
    .onConflictDoNothing({ target: [kycItems.merchantId, kycItems.type] })
  const [item] = await tx
    .select()
    .from(kycItems)
    .where(and(eq(kycItems.merchantId, merchantId), eq(kycItems.type, type)))
    .for('update')
  return item!
}

const mayMove = (from: KycStatus, to: KycStatus) => kycMoves[from].includes(to)

/**
 * Changes the status of an item; the only function that does.
 * @throws 409 kyc_move if the transition is not allowed
 */
async function moveKycItem(
  { tx }: Context,
  { merchantId, type, status }: KycRow,
  changes: Partial<KycRow>,
  isAllowed = changes.status !== undefined && mayMove(status, changes.status),
) {
  if (!isAllowed)
    throw problem.conflict('kyc_move', `${findKycLabel(type)} cannot go from ${status} to ${changes.status}`)
  await tx
    .update(kycItems)
    .set(changes)
    .where(and(eq(kycItems.merchantId, merchantId), eq(kycItems.type, type)))
  await announceTopic(tx, merchantId, 'account')
}

/**
 * Checks that an item can be submitted now.
 * @throws 409 details_missing or kyc_not_asked if this business need not submit it; kyc_rejected, kyc_submitted or
 *   details_submitted if it is in review or decided
 */
export async function requireOpen({ tx, merchant }: MerchantContext, type: string): Promise<void> {
  const items = await listKycItems(tx, merchant.id)
  const item = items.find((one) => one.type === type)
  if (!item)
    throw items.length === 1
      ? problem.conflict('details_missing', 'Tell us about your business first. What we need depends on its type')
      : problem.conflict('kyc_not_asked', `${findKycLabel(type)}: your type of business does not need this`)
  requireUndecided(item)
}

function requireUndecided({ type, status }: KycRow) {
  if (mayMove(status, 'PENDING_REVIEW')) return
  if (status === 'REJECTED')
    throw problem.conflict('kyc_rejected', `${findKycLabel(type)} was rejected. Contact us if you disagree`)
  throw type === 'BUSINESS_DETAILS'
    ? problem.conflict('details_submitted', 'The business details were already submitted')
    : problem.conflict('kyc_submitted', `${findKycLabel(type)} was already submitted`)
}

/** Submits an item for review. Returns the item as it was before. */
export async function submitItem(context: MerchantContext, type: string, submitted: Submitted): Promise<KycRow> {
  const { tx, merchant, realNow: now } = context
  const before = await lockKycItem(context, merchant.id, type)
  requireUndecided(before)
  const blank = { sealed: null, sealedOwner: null, registry: null, submitted: null, fileId: null }
  await moveKycItem(context, before, {
    ...undecided,
    ...blank,
    ...submitted,
    status: 'PENDING_REVIEW',
    submittedAt: now,
  })
  await recordAuditEvent(context, {
    action: 'kyc.submitted',
    object: findKycLabel(type),
    before: { status: before.status },
    after: { status: 'PENDING_REVIEW', ...(submitted.submitted && { submitted: submitted.submitted }) },
  })
  if ((await listMissing(tx, merchant.id)).length === 0)
    await notifyOfReview(context, merchant.id, {
      title: 'We have everything we asked for',
      text: 'We are reviewing your documents and will email you. You can keep testing in the meantime.',
      path: '/onboarding',
    })
  return before
}

/** Columns of an item without a decision. */
const undecided = { reason: null, reviewedAt: null, reviewedBy: null }

/** Records a decision about an item, with the name of the reviewer, and notifies the business. */
export async function reviewItem(context: Context, item: KycRow, { status, reason }: KycVerdict, reviewer: string) {
  const { merchantId, type } = item
  await applyVerdict(context, item, { status, reason }, reviewer)
  const notification = { ...buildNotification(findKycLabel(type), status, reason), path: '/onboarding' }
  // Approvals of one review are one email; everything else needs the business at once.
  if (status === 'APPROVED') await notifyInDigest(context, merchantId, { kind: 'kyc', ...notification })
  else await notifyOfReview(context, merchantId, notification)
}

const toReviewActor = (reviewer: string) =>
  reviewer === sandboxReviewer
    ? { kind: 'system' as const, name: reviewer }
    : { kind: 'operator' as const, name: reviewer }

/**
 * Records a decision about an item without notifying the business by email, for decisions that are notified together.
 * @throws 409 kyc_move if the transition is not allowed
 */
export async function applyVerdict(context: Context, item: KycRow, { status, reason }: KycVerdict, reviewer: string) {
  const { merchantId, type } = item
  await moveKycItem(context, item, {
    status,
    reason: reason ?? null,
    reviewedAt: context.realNow,
    reviewedBy: reviewer,
  })
  await recordAuditEvent(context, {
    action: 'kyc.reviewed',
    object: findKycLabel(type),
    merchantId,
    before: { status: item.status },
    after: { status, ...(reason && { reason }) },
    actor: toReviewActor(reviewer),
  })
  await emitKycUpdate(context, { ...item, status, reason: reason ?? null, reviewedAt: context.realNow })
}

const emitKycUpdate = (context: Context, { merchantId, type, status, reason, reviewedAt }: KycRow) =>
  emitWebhookEvent(context, merchantId, 'kyc.updated', async () => ({
    type,
    label: findKycLabel(type),
    status,
    reason,
    reviewedAt: reviewedAt?.toISOString() ?? null,
  }))

/**
 * Opens a decided item again, after a mistake: it is in review, with what was submitted. Notifies nobody by itself.
 * @throws 409 kyc_move if it was not submitted, or is not decided
 */
export async function reopenItem(context: Context, item: KycRow, reviewer: string): Promise<void> {
  const { merchantId, type, status, submittedAt } = item
  const isAllowed = submittedAt !== null && reopenedStatuses.includes(status)
  await moveKycItem(context, item, { ...undecided, status: 'PENDING_REVIEW' }, isAllowed)
  await recordAuditEvent(context, {
    action: 'kyc.reviewed',
    object: findKycLabel(type),
    merchantId,
    before: { status },
    after: { status: 'PENDING_REVIEW' },
    actor: toReviewActor(reviewer),
  })
  await emitKycUpdate(context, { ...item, ...undecided, status: 'PENDING_REVIEW' })
}

function buildNotification(label: string, status: KycVerdict['status'], reason = '') {
  if (status === 'APPROVED')
    return { title: `${label} approved`, text: 'We have checked it. Nothing more is needed here.' }
  if (status === 'REJECTED') return { title: `${label} rejected`, text: reason }
  if (status === 'EXPIRED') return { title: `${label} has expired: please send a current one`, text: reason }
  return { title: `${label}: please send it again`, text: reason }
}

/** Notifies the members of a business about its review: in the dashboard and, if enabled, by email, which has all `lines`. */
export async function notifyOfReview(
  { tx, realNow }: Context,
  merchantId: string,
  { lines, ...notification }: { title: string; text: string; path: string; lines?: string[] },
) {
  const addresses = await notifyMembers(tx, merchantId, { kind: 'kyc', ...notification }, realNow)
  for (const to of addresses)
    await enqueueJob(tx, mailReview, { to, merchantId, ...notification, ...(lines && { lines }) })
}
