import type { KycStatus } from '@adire/contract/kyc-schemas.ts'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { applyVerdict, type KycVerdict, lockKycItem, notifyOfReview, reopenItem } from '../kyc/move.ts'
import { findKycLabel, isKycType } from '../kyc/requirements.ts'
import type { MerchantRecord } from '../kyc/review.ts'
import { buildLiveNotification, decideLive } from './live-review.ts'

/** A decision about one item; `PENDING_REVIEW` opens a decided one again. */
export type DecisionOnItem = { type: string } & (KycVerdict | { status: 'PENDING_REVIEW'; reason?: undefined })

interface DecisionSet {
  decisions: readonly DecisionOnItem[]
  live?: { decision: 'approve' | 'decline'; reason?: string; withSandboxDocuments: boolean } | undefined
}

/** A decision that changed something. */
export interface AppliedDecision {
  label: string
  status: KycStatus | 'live' | 'not_live'
  text: string
}

/**
 * Applies the decisions of one review, of items and then of going live, and notifies the business once, by one email. Decisions that
 * were made before are left out; if nothing is left, nobody is notified.
 * @throws 404 KYC_type_not_found; 409 kyc_move, live_move, kyc_missing, sandbox_documents
 */
export async function decideTogether(
  context: Context,
  business: MerchantRecord,
  { decisions, live }: DecisionSet,
  by: string,
): Promise<AppliedDecision[]> {
  const applied: AppliedDecision[] = []
  for (const { type, ...verdict } of decisions) {
    if (!isKycType(type)) throw problem.notFound('KYC type')
    const item = await lockKycItem(context, business.id, type)
    if (item.status === verdict.status) continue
    if (verdict.status === 'PENDING_REVIEW') await reopenItem(context, item, by)
    else await applyVerdict(context, item, verdict, by)
    const label = findKycLabel(type)
    applied.push({ label, status: verdict.status, text: describeDecision(verdict) })
  }
  let title = titleOf(applied)
  let path = '/onboarding'
  if (live) {
    const merchantId = business.testMerchantId ?? business.id
    const isNew = await decideLive(context, { ...live, merchantId, reviewer: by, isQuiet: true })
    if (isNew) {
      const notification = buildLiveNotification(context, live.decision, live.reason ?? null)
      title = notification.title
      path = '/go-live'
      applied.push({
        label: 'Going live',
        status: live.decision === 'approve' ? 'live' : 'not_live',
        text: notification.text,
      })
    }
  }
  if (applied.length === 0) return applied
  const lines = applied.map(({ label, text }) => `${label}: ${text}`)
  const [first, ...more] = lines
  await notifyOfReview(context, business.id, {
    title,
    text: more.length === 0 ? applied[0]!.text : first!,
    ...(more.length > 0 && { lines: more }),
    path,
  })
  return applied
}

const texts: Record<DecisionOnItem['status'], string> = {
  APPROVED: 'Approved.',
  REJECTED: 'Rejected.',
  PENDING_MERCHANT_RESUBMISSION: 'Please send it again.',
  EXPIRED: 'It has expired: please send a current one.',
  PENDING_REVIEW: 'We are looking at it again.',
}

const describeDecision = ({ status, reason }: Omit<DecisionOnItem, 'type'>): string =>
  [texts[status], reason].filter(Boolean).join(' ')

/** Heading of the email: the item if there is one, otherwise how many of what. */
function titleOf(applied: readonly AppliedDecision[]): string {
  const [only, ...others] = applied
  if (only && others.length === 0) return `${only.label}: ${shortTexts[only.status]}`
  const counts = Object.entries(shortTexts).flatMap(([status, text]) => {
    const count = applied.filter((one) => one.status === status).length
    return count > 0 ? [`${count} ${text}`] : []
  })
  return `Your review: ${counts.join(', ')}`
}

const shortTexts: Partial<Record<AppliedDecision['status'], string>> = {
  APPROVED: 'approved',
  PENDING_MERCHANT_RESUBMISSION: 'to send again',
  EXPIRED: 'expired',
  REJECTED: 'rejected',
  PENDING_REVIEW: 'in review again',
}
