import { formatDeadline } from '@adire/contract/dispute-deadline.ts'
import { getDispute } from '@adire/contract/disputes.ts'
import type { Dispute } from '@adire/contract/disputes-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { Link, useParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { ResponseDeadline } from '../../domain/response-deadline.tsx'
import { SimulateButton } from '../../domain/simulate-button.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { detailColumns } from '../../ui/columns.ts'
import { CopiedReference } from '../../ui/copied-reference.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { DetailPageSkeleton } from '../../ui/detail-page-skeleton.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { DisputeBadge } from './dispute-badge.tsx'
import { DisputeResponse } from './dispute-response.tsx'
import { DisputeEvidence } from './evidence.tsx'

const back = { to: '/transactions/disputes', label: 'Disputes' }
export function DisputePage() {
  const { disputeId = '' } = useParams()
  const dispute = useCall(getDispute, { id: disputeId })
  if (dispute.data) return <Found dispute={dispute.data} />
  return (
    <LoadError what="dispute" back={back} read={dispute}>
      <DetailPageSkeleton>
        <DetailSkeleton rows={8} />
      </DetailPageSkeleton>
    </LoadError>
  )
}

function Found({ dispute }: { dispute: Dispute }) {
  const { reference, amountKobo, customerName, customerEmail, status, dueAt, reason, message, events } = dispute
  const isOurs = status === 'awaiting_merchant_feedback'
  return (
    <>
      <PageHeader
        title={`Dispute ${reference}`}
        heading={<Amount kobo={amountKobo} size="detail" />}
        badge={
          <>
            <DisputeBadge dispute={dispute} />
            {isOurs && <ResponseDeadline dueAt={dueAt} />}
            {status === 'archived' && <Badge tone="neutral">Archived</Badge>}
          </>
        }
        note={`Disputed by ${customerName ?? customerEmail}`}
        back={back}
        actions={<SimulateButton kind="dispute" id={dispute.id} />}
      />
      <div className={`${detailColumns} items-start`}>
        <div className="flex min-w-0 flex-col gap-6">
          <Card title="What the customer told the bank">
            <p className="whitespace-pre-wrap wrap-anywhere text-ink-2">{reason}</p>
          </Card>
          {isOurs && <Steps />}
          {(isOurs || dispute.evidence.length > 0) && <DisputeEvidence dispute={dispute} isOpen={isOurs} />}
          {isOurs && <DisputeResponse dispute={dispute} />}
          {message && !isOurs && (
            <Card title="Your response">
              <p className="whitespace-pre-wrap wrap-anywhere text-ink-2">{message}</p>
            </Card>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Card title="Money">
            <div className="-mt-1 -mb-3">
              <DetailList details={listMoneyDetails(dispute)} />
            </div>
          </Card>
          <Card title="Payment">
            <div className="figures wrap-anywhere">
              <CopiedReference text={dispute.paymentReference} />
            </div>
            {dispute.chargeReference && (
              <p className="mt-1 text-sm wrap-anywhere text-muted">Your reference: {dispute.chargeReference}</p>
            )}
            <Link
              to={`/transactions/${dispute.paymentId}`}
              className="mt-3 inline-block font-medium text-link hover:underline pointer-coarse:py-2"
            >
              View transaction
            </Link>
          </Card>
          <Card title="Timeline">
            <Timeline events={events} />
          </Card>
        </div>
      </div>
    </>
  )
}

const Steps = () => (
  <Card title="What to do">
    <ol className="flex list-decimal flex-col gap-1 pl-5 text-ink-2">
      <li>Contact the customer. Most disputes are misunderstandings.</li>
      <li>If they are right, accept the dispute, in full or in part.</li>
      <li>If not, add evidence, tell the bank what happened, and contest the dispute.</li>
    </ol>
  </Card>
)

function listMoneyDetails({ amountKobo, heldKobo, lostKobo, owedKobo, dueAt, resolvedAt }: Dispute): DetailItem[] {
  const open: DetailItem[] = [
    { label: 'Held from your balance', value: formatNaira(heldKobo) },
    ...(heldKobo < amountKobo ? [{ label: 'Still to be held', value: formatNaira(amountKobo - heldKobo) }] : []),
    { label: 'Respond by', value: formatDeadline(new Date(dueAt)) },
  ]
  const closed: DetailItem[] = [
    { label: 'Refunded to the customer', value: formatNaira(lostKobo) },
    { label: 'Kept by you', value: formatNaira(amountKobo - lostKobo) },
    ...(owedKobo > 0 ? [{ label: 'Deducted from your next payments', value: formatNaira(owedKobo) }] : []),
    ...(resolvedAt ? [{ label: 'Decided', value: formatDateTime(resolvedAt) }] : []),
  ]
  return [{ label: 'Disputed', value: formatNaira(amountKobo), strong: true }, ...(resolvedAt ? closed : open)]
}
