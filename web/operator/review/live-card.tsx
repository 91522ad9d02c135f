import type { Review } from '@adire/contract/back-office/review-schemas.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { decisionTexts } from './drafts.ts'
import { itemNames } from './item-names.ts'
import type { useReviewWorkspace } from './use-review-workspace.ts'

type LiveCardProps = { review: Review; workspace: ReturnType<typeof useReviewWorkspace>; denied: string | undefined }

/** The request of the business to go live: possible when every item is approved, by a person. */
export function LiveCard({ review: { goLive, items, sandboxApproved }, workspace, denied }: LiveCardProps) {
  const { drafts, draftLive, setDialog } = workspace
  if (goLive.status !== 'pending_review') return null
  const open = items.filter(({ type, status }) =>
    drafts.items[type] ? drafts.items[type].decision !== 'approve' : status !== 'APPROVED',
  )
  const missing = open.length > 0 ? `Not approved yet: ${open.map(({ label }) => label).join(', ')}` : undefined
  const live = drafts.live
  return (
    <Card
      title="Going live"
      action={
        live ? (
          <Badge tone={live.decision === 'approve' ? 'ok' : 'bad'} glyph="return">
            {decisionTexts[live.decision]}, not sent
          </Badge>
        ) : (
          <Badge tone="warn">Requested</Badge>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">
          {goLive.requestedAt && `Requested on ${formatDateTime(goLive.requestedAt)}. `}
          {missing ?? 'Everything is approved.'}
        </p>
        {sandboxApproved.length > 0 && (
          <Checkbox
            label="Accept what the sandbox approved"
            hint={`No person has looked at: ${sandboxApproved.map((type) => itemNames[type] ?? type).join(', ')}`}
            checked={live?.decision === 'approve' && live.withSandboxDocuments}
            disabled={denied !== undefined}
            onChange={({ target }) => draftLive({ decision: 'approve', withSandboxDocuments: target.checked })}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <AllowedButton
            tone="secondary"
            denied={denied ?? missing}
            onClick={() => draftLive({ decision: 'approve', withSandboxDocuments: false })}
          >
            Approve going live
          </AllowedButton>
          <AllowedButton tone="secondary" denied={denied} onClick={() => setDialog('decline')}>
            Decline
          </AllowedButton>
          {live && (
            <AllowedButton tone="ghost" onClick={() => draftLive(undefined)}>
              Undo
            </AllowedButton>
          )}
        </div>
      </div>
    </Card>
  )
}
