import { alertOutcomes, closeRiskAlert, getRiskAlert, ruleSubjects } from '@adire/contract/back-office/risk.ts'
import type { RiskAlertDetail } from '@adire/contract/back-office/risk-schemas.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { useCall } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { type AlertAction, AlertModal } from './alert-modals.tsx'

/** One alert: what happened, and everything that was done about it. */
export function AlertPage() {
  const { id = '' } = useParams()
  const read = useCall(getRiskAlert, { id })
  const [opened, setOpened] = useState<AlertAction>()
  const back = { to: '/risk', label: 'Alerts' }
  const { data } = read
  if (!data)
    return (
      <LoadError what="alert" back={back} read={read} missing="Check the address of this page.">
        <DetailSkeleton />
      </LoadError>
    )
  return (
    <>
      <PageHeader
        title={data.title}
        badge={
          <Badge tone={data.status === 'open' ? 'warn' : 'neutral'}>{data.status === 'open' ? 'Open' : 'Closed'}</Badge>
        }
        note={data.label}
        back={back}
        actions={<Actions alert={data} onAction={setOpened} />}
      />
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <Card title="What happened">
          <DetailList details={detailsOf(data)} />
        </Card>
        <Card title="What was done">
          {data.actions.length === 0 ? (
            <p className="text-muted">Nothing yet. Notes, blocks and the outcome appear here.</p>
          ) : (
            <Timeline
              events={data.actions.map(({ at, by, text }) => ({ at, kind: 'action', text: `${text} – ${by}` }))}
            />
          )}
        </Card>
      </div>
      {opened && <AlertModal action={opened} alert={data} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function Actions({ alert, onAction }: { alert: RiskAlertDetail; onAction: (action: AlertAction) => void }) {
  const denied = useDenied(closeRiskAlert)
  const { canBlock, isBlocked, status } = alert
  return (
    <>
      <AllowedButton tone="secondary" denied={denied} onClick={() => onAction('note')}>
        Add note
      </AllowedButton>
      {canBlock && (
        <AllowedButton
          tone="secondary"
          denied={denied ?? (isBlocked ? 'It is on the block list already' : undefined)}
          onClick={() => onAction('block')}
        >
          Block
        </AllowedButton>
      )}
      <AllowedButton denied={denied} onClick={() => onAction(status === 'open' ? 'close' : 'reopen')}>
        {status === 'open' ? 'Close alert' : 'Open again'}
      </AllowedButton>
    </>
  )
}

const detailsOf = (alert: RiskAlertDetail) => [
  { label: 'Business', value: `${alert.business.name} (${alert.business.code})` },
  { label: 'Mode', value: alert.mode === 'LIVE' ? 'Live Mode' : 'Test Mode' },
  ...(alert.subject ? [{ label: ruleSubjects[alert.subject], value: alert.label }] : []),
  { label: 'Payments', value: groupDigits(alert.times) },
  { label: 'Of them stopped', value: groupDigits(alert.stopped) },
  { label: 'First time', value: formatDateTime(alert.firstAt) },
  { label: 'Last time', value: formatDateTime(alert.lastAt) },
  ...(alert.lastReference ? [{ label: 'Last payment', value: alert.lastReference }] : []),
  ...(alert.outcome ? [{ label: 'Outcome', value: alertOutcomes[alert.outcome] }] : []),
  ...(alert.closedAt ? [{ label: 'Closed', value: `${formatDateTime(alert.closedAt)}, ${alert.closedBy}` }] : []),
]
