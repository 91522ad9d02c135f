import { kycMoves } from '@adire/contract/kyc.ts'
import { and, eq } from 'drizzle-orm'
import type { Context, MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { announce } from '../../jobs/announce.ts'
import { enqueue } from '../../jobs/queue.ts'
import { record } from '../audit/audit.ts'
import { notifyMembers } from '../notifications/notifications.ts'
import { emit } from '../webhooks/webhooks.ts'
import { mailReview } from './jobs.ts'
import { labelOf } from './requirements.ts'
import { type KycRow, type KycStatus, missingOf, standingOf } from './standing.ts'
import { kycItems } from './tables.ts'

type Submitted = Partial<Pick<KycRow, 'sealed' | 'submitted' | 'fileId'>>

/** The sandbox decides for itself; a person's decision carries a name. */
export const sandboxReviewer = 'sandbox'

export interface Verdict {
  status: 'APPROVED' | 'REJECTED' | 'PENDING_MERCHANT_RESUBMISSION' | 'EXPIRED'
  reason?: string | undefined
}

/** Where an item stands, held until the transaction ends. */
export async function holdItem({ tx }: Context, merchantId: string, type: string): Promise<KycRow> {
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

/** The only place where a status changes. */
async function move({ tx }: Context, { merchantId, type, status }: KycRow, changes: Partial<KycRow>) {
  if (!changes.status || !mayMove(status, changes.status))
    throw problem.conflict('kyc_move', `${labelOf(type)} cannot go from ${status} to ${changes.status}`)
  await tx
    .update(kycItems)
    .set(changes)
    .where(and(eq(kycItems.merchantId, merchantId), eq(kycItems.type, type)))
  await announce(tx, merchantId, 'account')
}

/** Refuses what is not asked of this business, and what is in review or decided. */
export async function requireOpen({ tx, merchant }: MerchantContext, type: string): Promise<void> {
  const items = await standingOf(tx, merchant.id)
  const item = items.find((one) => one.type === type)
  if (!item)
    throw items.length === 1
      ? problem.conflict('details_missing', 'Tell us about your business first: what we ask for follows from its type')
      : problem.conflict('kyc_not_asked', `${labelOf(type)}: your type of business need not submit this`)
  refuseDecided(item)
}

function refuseDecided({ type, status }: KycRow) {
  if (mayMove(status, 'PENDING_REVIEW')) return
  if (status === 'REJECTED')
    throw problem.conflict('kyc_rejected', `${labelOf(type)} was turned down. Write to us if you think we are wrong`)
  throw type === 'BUSINESS_DETAILS'
    ? problem.conflict('details_submitted', 'The business details were submitted already')
    : problem.conflict('kyc_submitted', `${labelOf(type)} was submitted already`)
}

/** Hands something to review. Answers what stood there before. */
export async function submitItem(context: MerchantContext, type: string, submitted: Submitted): Promise<KycRow> {
  const { tx, merchant, realNow: now } = context
  const before = await holdItem(context, merchant.id, type)
  refuseDecided(before)
  const blank = { reason: null, reviewedAt: null, reviewedBy: null, sealed: null, submitted: null, fileId: null }
  await move(context, before, { ...blank, ...submitted, status: 'PENDING_REVIEW', submittedAt: now })
  await record(context, {
    action: 'kyc.submitted',
    object: labelOf(type),
    before: { status: before.status },
    after: { status: 'PENDING_REVIEW', ...(submitted.submitted && { submitted: submitted.submitted }) },
  })
  if ((await missingOf(tx, merchant.id)).length === 0)
    await tell(context, merchant.id, {
      title: 'We have everything we asked for',
      text: 'Our team looks at what you sent and tells you here. Test payments work meanwhile.',
      path: '/onboarding',
    })
  return before
}

/** Decides about what was submitted, by the name of who decides. */
export async function reviewItem(context: Context, item: KycRow, { status, reason }: Verdict, reviewer: string) {
  const { merchantId, type } = item
  await move(context, item, { status, reason: reason ?? null, reviewedAt: context.realNow, reviewedBy: reviewer })
  await record(context, {
    action: 'kyc.reviewed',
    object: labelOf(type),
    merchantId,
    before: { status: item.status },
    after: { status, ...(reason && { reason }) },
    actor: reviewer === sandboxReviewer ? { kind: 'system', name: reviewer } : { kind: 'operator', name: reviewer },
  })
  await tell(context, merchantId, { ...wordsOf(labelOf(type), status, reason), path: '/onboarding' })
  await emit(context, merchantId, 'kyc.updated', async () => ({
    type,
    label: labelOf(type),
    status,
    reason: reason ?? null,
    reviewedAt: context.realNow.toISOString(),
  }))
}

function wordsOf(label: string, status: Verdict['status'], reason = '') {
  if (status === 'APPROVED')
    return { title: `${label} approved`, text: 'We have checked it. Nothing more is needed here.' }
  if (status === 'REJECTED') return { title: `${label} turned down`, text: reason }
  if (status === 'EXPIRED') return { title: `${label} has expired: please send a current one`, text: reason }
  return { title: `${label}: please send it again`, text: reason }
}

/** Tells the members of a business how its review goes: in the dashboard, and by mail those who want it. */
export async function tell(
  { tx, realNow }: Context,
  merchantId: string,
  news: { title: string; text: string; path: string },
) {
  const addresses = await notifyMembers(tx, merchantId, { kind: 'kyc', ...news }, realNow)
  for (const to of addresses) await enqueue(tx, mailReview, { to, merchantId, ...news })
}
