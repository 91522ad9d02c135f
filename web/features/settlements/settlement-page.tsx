import { formatNaira } from '@adire/contract/money.ts'
import { getSettlement } from '@adire/contract/settlements.ts'
import type { Settlement } from '@adire/contract/settlements-schemas.ts'
import { Link, useParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { ExportButton } from '../../domain/export-button.tsx'
import { SimulateButton } from '../../domain/simulate-button.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { detailColumns } from '../../ui/columns.ts'
import { formatDateTime, formatDay } from '../../ui/date.ts'
import { DetailPageSkeleton } from '../../ui/detail-page-skeleton.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SettlementBadge } from '../../ui/settlement-badge.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { Timeline, type TimelineTones } from '../../ui/timeline.tsx'
import { AddsUp } from './adds-up.tsx'
import { ConfirmAccount } from './confirm-account.tsx'
import { AccountLink, HoldStep } from './hold-step.tsx'
import { useKeptDates } from './kept-dates.ts'
import { SettlementLines } from './lines.tsx'
import { formatDays } from './settlement-columns.tsx'
import { linesToExport, SettlementFiles } from './settlement-files.tsx'
import { TransferDetails } from './transfer-details.tsx'

/** Link to the list: the settlements with their dates, or the recipients for the settlement of one. */
export function useBackLink(settlement?: Settlement) {
  const keepDates = useKeptDates()
  return settlement?.party
    ? { to: '/split-payment?show=parties', label: 'Split payments' }
    : { to: keepDates('/payouts'), label: 'Settlements' }
}

/** Dates that stay on one line. */
const unbroken = (dates: string) => dates.replaceAll(' ', '\u00a0')

export function SettlementPage() {
  const { id = '', transactionDate = '' } = useParams()
  const back = useBackLink()
  const settlement = useCall(getSettlement, { id })
  if (settlement.data) return <Found settlement={settlement.data} day={transactionDate} />
  return (
    <LoadError what="settlement" back={back} read={settlement}>
      <DetailPageSkeleton>
        <DetailSkeleton rows={10} />
      </DetailPageSkeleton>
    </LoadError>
  )
}

function Found({ settlement, day }: { settlement: Settlement; day: string }) {
  const { id, reference, amountKobo, dueOn, paidAt, events, party } = settlement
  const keepDates = useKeptDates()
  const back = useBackLink(settlement)
  return (
    <>
      <PageHeader
        title={`Settlement ${reference}`}
        heading={<Amount kobo={amountKobo} size="detail" />}
        badge={<SettlementBadge settlement={settlement} />}
        note={`${party ? `For ${party.name} \u00b7 ` : ''}${paidAt ? `Paid ${unbroken(formatDateTime(paidAt))}` : `Due ${unbroken(formatDay(dueOn))}`} \u00b7 payments of ${unbroken(formatDays(settlement))}`}
        back={back}
        actions={
          <>
            <SimulateButton kind="settlement" id={id} />
            <SettlementFiles settlement={settlement} />
            <ExportButton {...linesToExport(id)} />
          </>
        }
      />
      <StoppedSettlement settlement={settlement} />
      {settlement.paidLateAt ? <PaidLate settlement={settlement} /> : <SentBack settlement={settlement} />}
      <div className={`${detailColumns} items-start`}>
        <div className="flex min-w-0 flex-col gap-6">
          <AddsUp settlement={settlement} />
          <SettlementLines settlement={settlement} day={day} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Card
            title="Transfer"
            action={
              <Link
                to={keepDates(`/transfer-detail?settlement=${id}`)}
                className="font-medium text-link hover:underline pointer-coarse:py-2"
              >
                View transfer
              </Link>
            }
          >
            <TransferDetails settlement={settlement} />
          </Card>
          <Card title="Timeline">
            <Timeline events={events} tones={settlementTones} />
          </Card>
        </div>
      </div>
    </>
  )
}

/** Reason why a settlement is not paid, and the next step. */
export function StoppedSettlement({
  settlement: { id, status, hold, failureMessage, nextTryAt, paidLateAt, party },
}: {
  settlement: Settlement
}) {
  const isFailed = status === 'failed' && !paidLateAt
  const message = status === 'failed' ? failureMessage : status === 'success' ? undefined : hold?.message
  if (!message) return null
  return (
    <div
      role="status"
      className={`mb-6 rounded-md px-4 py-3 ${isFailed ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
    >
      <p>{message}</p>
      <p className="mt-1">
        {nextTryAt && `It is tried again on ${formatDateTime(nextTryAt)}. `}
        <HoldStep reason={hold?.reason} party={party} />
      </p>
      {hold?.reason === 'payouts_returned' && status === 'on_hold' && nextTryAt === null && <ConfirmAccount id={id} />}
    </div>
  )
}

/** What happens to the money of a payout that the bank has paid although it had come back. */
function PaidLate({ settlement: { paidLateAt, amountKobo, status, party } }: { settlement: Settlement }) {
  // One that failed is told above, with its next attempt.
  if (!paidLateAt || status === 'failed') return null
  return (
    <div role="status" className="mb-6 rounded-md bg-warn-soft px-4 py-3 text-warn">
      The bank returned {formatNaira(amountKobo)} and paid it after all on {formatDateTime(paidLateAt)}. We take it from{' '}
      {party ? `the balance of ${party.name}` : 'your balance'} again, or from the next proceeds if the balance is too
      small.
    </div>
  )
}

/** What happened to a payout that the bank sent back after it had paid it. */
function SentBack({ settlement: { returnedAt, returnReason, amountKobo, party } }: { settlement: Settlement }) {
  if (!returnedAt) return null
  return (
    <div role="status" className="mb-6 rounded-md bg-bad-soft px-4 py-3 text-bad">
      <p>
        {returnReason}. {formatNaira(amountKobo)} came back on {formatDateTime(returnedAt)} and was added to the next
        settlement.
      </p>
      <p className="mt-1">
        <AccountLink party={party} />
      </p>
    </div>
  )
}

export const settlementTones: TimelineTones = {
  failed: 'bad',
  on_hold: 'warn',
  paid: 'ok',
  paid_late: 'warn',
  sent_back: 'bad',
}
