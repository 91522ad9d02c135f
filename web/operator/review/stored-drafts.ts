import type { Review } from '@adire/contract/back-office/review-schemas.ts'
import { type Draft, type Drafts, decisionsFor, type LiveDraft, noDrafts } from './drafts.ts'

/** Drafts with what they were about, so that they are dropped when something else was submitted or decided meanwhile. */
type Stored = {
  items: Record<string, { draft: Draft; of: string }>
  live?: { draft: LiveDraft; of: string } | undefined
}

const entry = (personId: string, reviewId: string) => `adire.review.${personId}.${reviewId}`

const versionOf = ({ status, submittedAt, reviewedAt }: Review['items'][number]) =>
  [status, submittedAt, reviewedAt].join(' ')
const liveVersionOf = ({ goLive: { status, requestedAt } }: Review) => [status, requestedAt].join(' ')

/** The drafts that this tab has of a review, without those that can no longer be sent. */
export function readDrafts(personId: string, review: Review): Drafts {
  try {
    const text = sessionStorage.getItem(entry(personId, review.id))
    if (!text) return noDrafts
    const { items, live } = JSON.parse(text) as Stored
    const kept = review.items.flatMap((item) => {
      const stored = items[item.type]
      const isCurrent = stored?.of === versionOf(item) && decisionsFor(item).includes(stored.draft.decision)
      return stored && isCurrent ? [[item.type, stored.draft] as const] : []
    })
    return { items: Object.fromEntries(kept), live: live?.of === liveVersionOf(review) ? live.draft : undefined }
  } catch {
    return noDrafts // storage is denied, or has something else
  }
}

/** Stores the drafts in this tab until they are sent or it is closed. They are not on the server: nobody else sees them. */
export function storeDrafts(personId: string, review: Review, { items, live }: Drafts): void {
  const stored: Stored = {
    items: Object.fromEntries(
      review.items.flatMap((item) => {
        const draft = items[item.type]
        return draft ? [[item.type, { draft, of: versionOf(item) }]] : []
      }),
    ),
    live: live && { draft: live, of: liveVersionOf(review) },
  }
  try {
    if (Object.keys(stored.items).length === 0 && !live) sessionStorage.removeItem(entry(personId, review.id))
    else sessionStorage.setItem(entry(personId, review.id), JSON.stringify(stored))
  } catch {
    // Storage is denied or full: the drafts last until the page is left.
  }
}
