import type { decideReview, ReturnReason } from '@adire/contract/back-office/review.ts'
import type { Review, ReviewItem } from '@adire/contract/back-office/review-schemas.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'

export type Because = { reasons: ReturnReason[]; note: string }
export type Draft = { decision: 'approve' | 'reopen' } | ({ decision: 'return' | 'reject' | 'expire' } & Because)
export type LiveDraft = { decision: 'approve'; withSandboxDocuments: boolean } | { decision: 'decline'; note: string }

/** Decisions that are not sent yet, by KYC type, and the one about going live. */
export type Drafts = { items: Readonly<Record<string, Draft>>; live: LiveDraft | undefined }

export const noDrafts: Drafts = { items: {}, live: undefined }

export const countDrafts = ({ items, live }: Drafts) => Object.keys(items).length + (live ? 1 : 0)

export const withDraft = (drafts: Drafts, type: string, draft: Draft | undefined): Drafts => {
  const { [type]: _, ...rest } = drafts.items
  return { ...drafts, items: draft ? { ...rest, [type]: draft } : rest }
}

/** The decisions as they are sent, in the order of the items. */
export const toDecisions = (review: Review, { items, live }: Drafts): EndpointInput<typeof decideReview> => ({
  id: review.id,
  decisions: review.items.flatMap(({ type }) => {
    const draft = items[type]
    return draft ? [{ type, ...draft }] : []
  }),
  ...(live && { live }),
})

/** Decisions that a reviewer may take about an item in its status. */
export const decisionsFor = ({ status, submittedAt }: ReviewItem): Draft['decision'][] => {
  if (status === 'PENDING_REVIEW') return ['approve', 'return', 'reject']
  if (submittedAt === null) return []
  if (status === 'APPROVED') return ['reopen', 'return', 'expire']
  if (status === 'REJECTED') return ['reopen', 'return']
  return status === 'PENDING_MERCHANT_RESUBMISSION' ? ['reopen'] : []
}

export const decisionTexts: Record<Draft['decision'] | LiveDraft['decision'], string> = {
  approve: 'Approve',
  return: 'Return',
  reject: 'Reject',
  expire: 'Mark as expired',
  reopen: 'Reopen',
  decline: 'Decline',
}
