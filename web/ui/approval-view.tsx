import type { ApprovalDetail } from '@adire/contract/approvals-schemas.ts'
import type { ReactNode } from 'react'
import { ApprovalBadge } from './approval-badge.tsx'
import { ApprovalDetails } from './approval-details.tsx'
import { Card } from './card.tsx'
import { detailColumns } from './columns.ts'
import { EffectList } from './effect-list.tsx'
import type { BackLink } from './missing.tsx'
import { PageHeader } from './page-header.tsx'

type ApprovalViewProps = {
  approval: Omit<ApprovalDetail, 'action' | 'group' | 'subjectId' | 'resultId' | 'events'>
  /** Name of the group of its action. */
  kind: string
  back: BackLink
  actions: ReactNode
  /** Shown below the details. */
  children?: ReactNode
}

/** Page of a request for approval: what happens, who asked for it, and what would prevent it. */
export function ApprovalView({ approval, kind, back, actions, children }: ApprovalViewProps) {
  const { title, status, requestedBy, isYours, obstacle, failureReason, effects } = approval
  return (
    <>
      <PageHeader
        title={title}
        badge={<ApprovalBadge approval={approval} />}
        note={isYours ? 'You asked for it' : `${requestedBy} asked for it`}
        back={back}
        actions={actions}
      />
      {obstacle && (
        <p role="status" className="mb-6 rounded-md bg-warn-soft px-4 py-3 text-warn">
          If it were approved now, it would fail: {obstacle}
        </p>
      )}
      {failureReason && (
        <p className="mb-6 rounded-md bg-bad-soft px-4 py-3 text-bad">
          It was approved, but was no longer possible: {failureReason}
        </p>
      )}
      <div className={`${detailColumns} items-start`}>
        <Card title={status === 'waiting' ? 'What happens when it is approved' : 'What was requested'}>
          <div className="-mt-1 -mb-3">
            <EffectList effects={effects} />
          </div>
        </Card>
        <div className="flex min-w-0 flex-col gap-6">
          <Card title="Details">
            <div className="-mt-1 -mb-3">
              <ApprovalDetails kind={kind} approval={approval} />
            </div>
          </Card>
          {children}
        </div>
      </div>
    </>
  )
}
