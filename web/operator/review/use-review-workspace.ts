import { decideReview, getReview, getReviewCounts, listReviews } from '@adire/contract/back-office/review.ts'
import type { Review, ReviewItem } from '@adire/contract/back-office/review-schemas.ts'
import { useState } from 'react'
import { useShortcuts } from '../../ui/keys.ts'
import { toast } from '../../ui/toast.ts'
import { useChange } from '../client/api.ts'
import { useDenied, usePerson } from '../client/person.ts'
import {
  countDrafts,
  type Draft,
  type Drafts,
  decisionsFor,
  type LiveDraft,
  noDrafts,
  toDecisions,
  withDraft,
} from './drafts.ts'
import { useEvidence } from './evidence.tsx'
import { readDrafts, storeDrafts } from './stored-drafts.ts'
import { useNextReview } from './use-next-review.ts'

export type ReviewDialog = 'return' | 'reject' | 'expire' | 'decline' | 'help'

export const reviewShortcuts = [
  [['J'], 'Next item'],
  [['K'], 'Previous item'],
  [['O'], 'Open the document or number'],
  [['A'], 'Approve, and go to the next item'],
  [['R'], 'Return with reasons'],
  [['X'], 'Reject with reasons'],
  [['U'], 'Undo the decision; reopen a decided item'],
  [['L'], 'Approve going live'],
  [['S'], 'Send the decisions, and go to the next business'],
  [['N'], 'Next business without deciding'],
  [['?'], 'These shortcuts'],
] as const

/** State and keys of the review: the current item, the decisions that are not sent yet, and what can be done next. */
export function useReviewWorkspace(review: Review) {
  const first = review.items.find(({ status }) => status === 'PENDING_REVIEW') ?? review.items[0]!
  const { id: personId } = usePerson()
  const [current, select] = useState(() => {
    const { items } = readDrafts(personId, review)
    return (review.items.find(({ type, status }) => status === 'PENDING_REVIEW' && !items[type]) ?? first).type
  })
  const openNext = useNextReview()
  const item = review.items.find(({ type }) => type === current) ?? first
  const evidence = useEvidence(review, item)
  const heldBy =
    review.claim && !review.claim.isYours ? `${review.claim.staffName} is reviewing this business` : undefined
  const denied = useDenied(decideReview) ?? heldBy
  const drafting = useDrafting(review, { item, select, denied })
  const { drafts, decide, draftLive, undo, setDialog } = drafting
  const sending = useSending(review, { drafts, denied, onSent: drafting.clear, openNext })
  const move = (step: 1 | -1) => {
    const at = review.items.indexOf(item) + step
    select(review.items[Math.max(0, Math.min(review.items.length - 1, at))]!.type)
  }
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    o: () => evidence.open?.(),
    a: () => decide('approve'),
    r: () => decide('return'),
    x: () => decide('reject'),
    u: undo,
    l: () => draftLive(drafts.live ? undefined : { decision: 'approve', withSandboxDocuments: false }),
    s: () => void sending.send(),
    n: () => void openNext(review.id),
    '?': () => setDialog('help'),
  })
  return { ...drafting, ...sending, item, select, evidence, heldBy }
}

type Drafting = { item: ReviewItem; select: (type: string) => void; denied: string | undefined }

/** Decisions that are not sent yet. */
function useDrafting(review: Review, { item, select, denied }: Drafting) {
  const { id: personId } = usePerson()
  const [drafts, setShown] = useState<Drafts>(() => readDrafts(personId, review))
  const setDrafts = (next: Drafts) => {
    setShown(next)
    storeDrafts(personId, review, next)
  }
  const [dialog, setDialog] = useState<ReviewDialog>()
  /** Drafts a decision about the current item, and goes to the next one that waits. */
  const draft = (decision: Draft) => {
    const next = withDraft(drafts, item.type, decision)
    setDrafts(next)
    setDialog(undefined)
    const waiting = review.items.find(({ type, status }) => status === 'PENDING_REVIEW' && !next.items[type])
    if (waiting) select(waiting.type)
  }
  const decide = (decision: Draft['decision']) => {
    if (denied || !decisionsFor(item).includes(decision)) return
    if (decision === 'approve' || decision === 'reopen') draft({ decision })
    else setDialog(decision)
  }
  const draftLive = (live: LiveDraft | undefined) => {
    if (denied || review.goLive.status !== 'pending_review') return
    setDrafts({ ...drafts, live })
    setDialog(undefined)
  }
  const undo = () => {
    if (drafts.items[item.type]) setDrafts(withDraft(drafts, item.type, undefined))
    else decide('reopen')
  }
  return { drafts, dialog, setDialog, draft, decide, draftLive, undo, clear: () => setDrafts(noDrafts) }
}

type Sending = {
  drafts: Drafts
  denied: string | undefined
  onSent: () => void
  openNext: ReturnType<typeof useNextReview>
}

/** Sends the decisions together; when nothing waits any more, the next business opens. */
function useSending(review: Review, { drafts, denied, onSent, openNext }: Sending) {
  const change = useChange(decideReview, {
    refresh: [getReview, getReviewCounts, listReviews],
    success: `Decided about ${review.businessName}`,
  })
  const count = countDrafts(drafts)
  const send = async () => {
    if (denied || change.isPending) return
    if (count === 0) {
      toast.error('Decide about something first')
      return
    }
    const after = await change.mutateAsync(toDecisions(review, drafts)).catch(() => undefined)
    if (!after) return
    onSent()
    const isWaiting =
      after.goLive.status === 'pending_review' || after.items.some(({ status }) => status === 'PENDING_REVIEW')
    if (!isWaiting) await openNext(review.id)
  }
  return { send, count, isSending: change.isPending }
}
