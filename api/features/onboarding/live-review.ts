import type { LiveStatus } from '@adire/contract/onboarding-schemas.ts'
import { eq } from 'drizzle-orm'
import { areLivePaymentsOpen } from '../../connectors/connector-for.ts'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { listKycItems } from '../kyc/items.ts'
import { notifyOfReview } from '../kyc/move.ts'
import { goLiveRequests, merchants } from '../merchants/tables.ts'
import { lockGoLiveRequest } from './go-live.ts'
import { openLive } from './open-live.ts'

/** Status changes a reviewer may make. The only other change is the merchant's request to go live. */
export const liveDecisions = {
  approve: { to: 'approved', from: ['pending_review'] },
  decline: { to: 'not_requested', from: ['pending_review'] },
  suspend: { to: 'suspended', from: ['approved'] },
  reinstate: { to: 'approved', from: ['suspended'] },
  close: { to: 'closed', from: ['approved', 'suspended'] },
} as const satisfies Record<string, { to: LiveStatus; from: readonly LiveStatus[] }>
export type LiveDecision = keyof typeof liveDecisions

interface Decision {
  /** The test business, from which the live one is created. */
  merchantId: string
  decision: LiveDecision
  reason?: string | undefined
  reviewer: string
  withSandboxDocuments: boolean
  /** The caller notifies the business, together with other decisions. */
  isQuiet?: boolean
}

/**
 * Applies a decision. False if the same decision was made before: repeating it has no effect.
 * @throws 409 live_move if it is not allowed in this status; kyc_missing or sandbox_documents if items lack the approval of a person
 */
export async function decideLive(context: Context, made: Decision): Promise<boolean> {
  const { tx, now } = context
  const { merchantId, decision, reason = null, reviewer } = made
  const request = await lockGoLiveRequest(tx, merchantId)
  const { to, from } = liveDecisions[decision]
  if (request.status === to && request.reviewedAt) return false
  if (!(from as readonly LiveStatus[]).includes(request.status))
    throw problem.conflict(
      'live_move',
      `A business that is ${liveStatusTexts[request.status]} cannot be ${decisionPastTense[decision]}`,
    )
  if (decision === 'approve') await requireDocuments(context, made)
  await tx
    .update(goLiveRequests)
    .set({ status: to, reason, reviewedAt: now, reviewedBy: reviewer })
    .where(eq(goLiveRequests.merchantId, merchantId))
  await recordAuditEvent(context, {
    action: 'go_live.reviewed',
    merchantId,
    before: { status: request.status },
    after: { status: to, ...(reason && { reason }), ...(made.withSandboxDocuments && { withSandboxDocuments: true }) },
    actor: { kind: 'operator', name: reviewer },
  })
  if (decision === 'approve') await createLiveBusiness(context, made)
  if (!made.isQuiet)
    await notifyOfReview(context, merchantId, { ...buildLiveNotification(context, decision, reason), path: '/go-live' })
  return true
}

async function requireDocuments({ tx }: Context, { merchantId, withSandboxDocuments }: Decision) {
  const items = await listKycItems(tx, merchantId)
  const open = items.filter(({ status }) => status !== 'APPROVED').map(({ type }) => type)
  if (open.length > 0) throw problem.conflict('kyc_missing', `Not approved yet: ${open.join(', ')}`)
  const sandboxed = items.filter(({ reviewedBy }) => reviewedBy === 'sandbox').map(({ type }) => type)
  if (sandboxed.length > 0 && !withSandboxDocuments)
    throw problem.conflict(
      'sandbox_documents',
      `Approved by the sandbox, not by a person: ${sandboxed.join(', ')}. Request them again, or use --with-sandbox-documents`,
    )
}

async function createLiveBusiness(context: Context, { merchantId, reviewer }: Decision) {
  const liveId = await openLive(context.tx, merchantId, context.now)
  const [live] = await context.tx.select().from(merchants).where(eq(merchants.id, liveId))
  await recordAuditEvent(context, {
    action: 'merchant.created',
    object: live!.businessName,
    merchantId: liveId,
    after: { merchantCode: live!.merchantCode },
    actor: { kind: 'operator', name: reviewer },
  })
}

const liveStatusTexts: Record<LiveStatus, string> = {
  not_requested: 'not asking to go live',
  pending_review: 'waiting for review',
  approved: 'live',
  suspended: 'suspended',
  closed: 'closed',
}
const decisionPastTense: Record<LiveDecision, string> = {
  approve: 'approved',
  decline: 'declined',
  suspend: 'suspended',
  reinstate: 'reinstated',
  close: 'closed',
}

const notOpenYet = 'Live payments are not open yet: customers can’t pay before that.'

/** What a business is told about a decision. */
export function buildLiveNotification({ config }: Context, decision: LiveDecision, reason: string | null) {
  const because = reason ?? ''
  const isOpen = areLivePaymentsOpen(config)
  const nextStep = isOpen
    ? 'Switch to Live Mode to take real payments.'
    : `Switch to Live Mode to prepare payment links and plans. ${notOpenYet}`
  return {
    approve: { title: 'Your business is live', text: nextStep },
    decline: { title: 'You cannot go live yet', text: because },
    suspend: { title: 'Your live business is suspended', text: because },
    reinstate: {
      title: 'Your business is live again',
      text: isOpen ? 'Your payment pages accept payments again.' : notOpenYet,
    },
    close: { title: 'Your live business is closed', text: because },
  }[decision]
}
