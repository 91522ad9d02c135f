import { getSettlement, listSettlements } from '@adire/contract/settlements.ts'
import type { ComponentProps } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { Amount } from '../../ui/amount.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SettlementBadge } from '../../ui/settlement-badge.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { useKeptDates } from './kept-dates.ts'
import { StoppedSettlement, settlementTones, useBackLink } from './settlement-page.tsx'
import { settlementPath } from './settlement-path.ts'
import { TransferDetails } from './transfer-details.tsx'

const ofTheTransfer = new Set(['sent', 'paid', 'failed', 'on_hold', 'released', 'sent_back', 'paid_late'])

/** Bank transfer of the settlement in the URL, or of the latest one. */
export function TransferPage() {
  const [params] = useSearchParams()
  const back = useBackLink()
  const settlementId = params.get('settlement')
  const last = useCall(listSettlements, { limit: 1 }, { enabled: settlementId === null })
  const id = settlementId ?? last.data?.content[0]?.id
  if (settlementId === null && last.data && !id)
    return (
      <>
        <PageHeader title="Transfer" back={back} />
        <Empty
          title="No transfers to your bank yet"
          action={
            <LinkButton to={back.to} tone="secondary">
              See what comes next
            </LinkButton>
          }
        >
          Payments received on a day are sent to your bank on the next day of your payout schedule.
        </Empty>
      </>
    )
  if (id) return <Transfer id={id} />
  return <TransferLoadError read={last} />
}

function TransferLoadError({ read }: Pick<ComponentProps<typeof LoadError>, 'read'>) {
  const back = useBackLink()
  return (
    <LoadError what="transfer" back={back} read={read}>
      <DetailSkeleton rows={6} />
    </LoadError>
  )
}

function Transfer({ id }: { id: string }) {
  const keepDates = useKeptDates()
  const found = useCall(getSettlement, { id })
  const back = useBackLink(found.data)
  if (!found.data) return <TransferLoadError read={found} />
  const settlement = found.data
  const events = settlement.events.filter(({ kind }) => ofTheTransfer.has(kind))
  return (
    <>
      <PageHeader
        title={`Transfer ${settlement.reference}`}
        heading={<Amount kobo={settlement.amountKobo} size="detail" />}
        badge={<SettlementBadge settlement={settlement} />}
        back={back}
        actions={
          <LinkButton to={keepDates(settlementPath(settlement))} tone="secondary">
            What was settled
          </LinkButton>
        }
      />
      <StoppedSettlement settlement={settlement} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card title="Transfer">
          <TransferDetails settlement={settlement} />
        </Card>
        <Card title="Attempts">
          {events.length === 0 ? (
            <p className="text-muted">Not sent yet.</p>
          ) : (
            <Timeline events={events} tones={settlementTones} />
          )}
        </Card>
      </div>
      <p className="mt-6 text-muted">
        Not in {settlement.party ? 'the' : 'your'} account although it is paid? Give the bank the session ID, or{' '}
        <Link
          to={settlement.party ? '/split-payment?show=parties' : '/settings/bank-accounts'}
          className="text-link underline underline-offset-2"
        >
          check the account it went to
        </Link>
        .
      </p>
    </>
  )
}
