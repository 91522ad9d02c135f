import { decideReview } from '@adire/contract/back-office/review.ts'
import type { Review, ReviewItem } from '@adire/contract/back-office/review-schemas.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ShortcutList } from '../../ui/shortcut-list.tsx'
import { useDenied } from '../client/person.ts'
import { ClaimButton } from './claim-button.tsx'
import { type Draft, decisionsFor, decisionTexts } from './drafts.ts'
import { Evidence } from './evidence.tsx'
import { ReviewHistory } from './history.tsx'
import { DraftBadge, ItemList, ItemStatus } from './item-list.tsx'
import { LiveCard } from './live-card.tsx'
import { ReasonModal } from './reason-modal.tsx'
import { useQueueFilters } from './use-next-review.ts'
import { reviewShortcuts, useReviewWorkspace } from './use-review-workspace.ts'

/** Where a reviewer goes through what a business submitted, drafts decisions, and sends them together. */
export function ReviewWorkspace({ review }: { review: Review }) {
  const workspace = useReviewWorkspace(review)
  const { kept } = useQueueFilters()
  const { item, dialog, setDialog, count, drafts } = workspace
  const denied = useDenied(decideReview) ?? workspace.heldBy
  return (
    <>
      <PageHeader
        title={review.businessName}
        back={{ to: `/review?${kept}`, label: 'Review' }}
        badge={review.mode === 'LIVE' && <Badge tone="ok">Live</Badge>}
        note={<BusinessNote review={review} />}
        actions={
          <>
            <ClaimButton review={review} />
            <AllowedButton
              denied={denied}
              busy={workspace.isSending}
              disabled={count === 0}
              onClick={() => void workspace.send()}
            >
              {count === 0 ? 'Send decisions' : `Send ${count} ${count === 1 ? 'decision' : 'decisions'}`}
            </AllowedButton>
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="flex flex-col gap-6 max-lg:contents">
          <ItemList items={review.items} current={item.type} drafts={drafts.items} onSelect={workspace.select} />
          <div className="flex flex-col gap-6 max-lg:order-last">
            <LiveCard review={review} workspace={workspace} denied={denied} />
            <ReviewHistory review={review} />
          </div>
        </div>
        <CurrentItem workspace={workspace} review={review} denied={denied} />
      </div>
      {dialog === 'help' && <ShortcutList shortcuts={reviewShortcuts} onClose={() => setDialog(undefined)} />}
      {(dialog === 'return' || dialog === 'reject' || dialog === 'expire') && (
        <ReasonModal
          title={`${decisionTexts[dialog]}: ${item.label}`}
          action={decisionTexts[dialog]}
          start={reasonsOf(drafts.items[item.type])}
          onDecide={(because) => workspace.draft({ decision: dialog, ...because })}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'decline' && (
        <ReasonModal
          title="Decline going live"
          action="Decline"
          hasReasons={false}
          start={{ reasons: [], note: drafts.live?.decision === 'decline' ? drafts.live.note : '' }}
          onDecide={({ note }) => workspace.draftLive({ decision: 'decline', note })}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}

const reasonsOf = (draft: Draft | undefined) => (draft && 'reasons' in draft ? draft : { reasons: [], note: '' })

const BusinessNote = ({
  review: { merchantCode, businessType, email, phone, userName, userEmail },
}: {
  review: Review
}) => (
  <span className="flex flex-wrap gap-x-4">
    <span className="figures">{merchantCode}</span>
    {businessType && <span>{businessType}</span>}
    <span>{email}</span>
    {phone && <span className="figures">{phone}</span>}
    {userEmail && userEmail !== email && <span>Account of {userName ?? userEmail}</span>}
  </span>
)

type CurrentItemProps = { workspace: ReturnType<typeof useReviewWorkspace>; review: Review; denied: string | undefined }

function CurrentItem({ workspace, review, denied }: CurrentItemProps) {
  const { item, evidence, drafts } = workspace
  const draft = drafts.items[item.type]
  return (
    <section aria-label={item.label} className="card flex flex-col gap-5 p-5 lg:sticky lg:top-20">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{item.label}</h2>
        {draft ? <DraftBadge draft={draft} /> : <ItemStatus status={item.status} />}
      </header>
      <DecidedNote item={item} />
      <Evidence review={review} item={item} evidence={evidence} />
      <DecisionButtons workspace={workspace} denied={denied} />
    </section>
  )
}

function DecidedNote({ item: { reviewedBy, reason } }: { item: ReviewItem }) {
  if (reviewedBy === null) return null
  return (
    <p className="text-sm text-muted">
      {reviewedBy === 'sandbox' ? 'Decided by the sandbox, not by a person.' : `Decided by ${reviewedBy}.`}
      {reason && ` ${reason}`}
    </p>
  )
}

function DecisionButtons({
  workspace,
  denied,
}: {
  workspace: ReturnType<typeof useReviewWorkspace>
  denied: string | undefined
}) {
  const { item, drafts } = workspace
  const possible = decisionsFor(item)
  if (possible.length === 0) return null
  const [main] = possible
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-5">
      {possible.map((decision) => (
        <AllowedButton
          key={decision}
          tone={decision === main && decision === 'approve' ? 'primary' : 'secondary'}
          denied={denied}
          onClick={() => workspace.decide(decision)}
        >
          {decisionTexts[decision]}
        </AllowedButton>
      ))}
      {drafts.items[item.type] && (
        <AllowedButton tone="ghost" onClick={() => workspace.undo()}>
          Undo
        </AllowedButton>
      )}
    </div>
  )
}
