import {
  decideBankDispute,
  getOfficePayment,
  listOfficeDisputes,
  returnBankDispute,
} from '@adire/contract/back-office/payments.ts'
import type { OfficeDispute, OfficePayment } from '@adire/contract/back-office/payments-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { ProcessorCalls } from '@adire/contract/processor-calls-schemas.ts'
import { statusLabel } from '@adire/contract/status-names.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { useChange } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { DisputeEvidence } from './dispute-evidence.tsx'

type OfPayment = { found: OfficePayment }

const time = (at: string) => (
  <time dateTime={at} className="figures shrink-0 text-sm text-muted">
    {formatDateTime(at)}
  </time>
)

/** What was sent to the processor, what it answered, and what happens next. */
export function CallsCard({ calls: { processor, calls, nextCheckAt, expiresAt } }: { calls: ProcessorCalls }) {
  if (!processor) return null
  return (
    <Card title={`Sent to ${processor.name}`}>
      <div className="-mt-2">
        <DetailList
          details={[
            { label: 'Reference there', value: processor.reference },
            { label: 'Next check', value: nextCheckAt ? formatDateTime(nextCheckAt) : 'None' },
            ...(expiresAt ? [{ label: 'Expires', value: formatDateTime(expiresAt) }] : []),
          ]}
        />
      </div>
      <ul className="-mb-3 divide-y divide-line border-t border-line empty:hidden">
        {calls.map(({ id, text, sentAt, answer }) => (
          <li key={id} className="flex items-baseline justify-between gap-6 py-3">
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-medium">{text}</span>
              <span className="block text-sm text-muted">{answer ?? 'No answer yet'}</span>
            </span>
            {time(sentAt)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Events of the processor about the payment. */
export function EventsCard({ found: { events } }: OfPayment) {
  if (events.length === 0) return null
  return (
    <Card title="Events of the processor">
      <ul className="-mt-1 -mb-3 divide-y divide-line">
        {events.map(({ id, name, effect, status, receivedAt }) => (
          <li key={id} className="flex items-baseline justify-between gap-6 py-3">
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-medium">{name ?? 'Event without a name'}</span>
              <span className="block text-sm text-muted">{effect ?? statusLabel(status)}</span>
            </span>
            {time(receivedAt)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Entries of the ledger, with their postings. */
export function PostingsCard({ found: { entries } }: OfPayment) {
  if (entries.length === 0) return null
  return (
    <Card title="Ledger">
      <ul className="-mt-1 -mb-3 divide-y divide-line">
        {entries.map(({ reference, description, at, lines }) => (
          <li key={reference} className="py-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-6">
              <span className="font-medium wrap-anywhere">{description}</span>
              {time(at)}
            </p>
            <dl className="mt-2 flex flex-col gap-1">
              {lines.map(({ account, amountKobo }) => (
                <div key={`${account} ${amountKobo}`} className="flex justify-between gap-4">
                  <dt className="text-muted">{account === 'vat' ? 'VAT' : statusLabel(account)}</dt>
                  <dd className="figures">{formatNaira(amountKobo)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function RefundsCard({ found: { refunds } }: OfPayment) {
  if (refunds.length === 0) return null
  return (
    <Card title="Refunds">
      <ul className="-mt-1 -mb-3 divide-y divide-line">
        {refunds.map(({ id, amountKobo, status, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <span className="figures font-medium">{formatNaira(amountKobo)}</span>
            <StatusBadge status={status} />
            {time(createdAt)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function DisputesCard({ found: { disputes } }: OfPayment) {
  if (disputes.length === 0) return null
  return (
    <Card title="Dispute">
      <ul className="-mt-1 -mb-3 divide-y divide-line">
        {disputes.map((dispute) => (
          <DisputeItem key={dispute.reference} dispute={dispute} />
        ))}
      </ul>
    </Card>
  )
}

const decisions = { won: 'The business won', lost: 'The payer won', declined: 'Evidence not accepted' } as const

function DisputeItem({ dispute }: { dispute: OfficeDispute }) {
  const { reference, amountKobo, status, resolution, reason, message, processor, dueAt } = dispute
  const refresh = [getOfficePayment, listOfficeDisputes]
  const decide = useChange(decideBankDispute, { refresh, success: 'The decision of the bank is entered' })
  const giveBack = useChange(returnBankDispute, { refresh, success: 'The business is asked again' })
  const denied = useDenied(decideBankDispute)
  const isWaiting = processor === null && status === 'awaiting_bank_feedback'
  const mayReopen = processor === null && resolution === 'won'
  return (
    <li className="flex flex-col gap-2 py-3">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="figures font-semibold">{formatNaira(amountKobo)}</span>
        <StatusBadge status={resolution ?? status} />
      </p>
      <p className="wrap-anywhere">The payer: {reason}</p>
      {message && <p className="wrap-anywhere">The business: {message}</p>}
      {message && <DisputeEvidence reference={reference} />}
      <p className="text-sm text-muted">
        {reference}
        {resolution === null && `, due ${formatDateTime(dueAt)}`}
        {processor !== null && `. Decided by ${processor}`}
      </p>
      {isWaiting && (
        <div className="flex flex-wrap gap-2">
          {Object.entries(decisions).map(([decision, label]) => (
            <AllowedButton
              key={decision}
              tone="secondary"
              denied={denied}
              busy={decide.isPending && decide.variables.decision === decision}
              onClick={() => decide.mutate({ reference, decision: decision as keyof typeof decisions })}
            >
              {label}
            </AllowedButton>
          ))}
          <AllowedButton
            tone="secondary"
            denied={denied}
            busy={giveBack.isPending}
            onClick={() => giveBack.mutate({ reference, why: 'asks_more' })}
          >
            More evidence needed
          </AllowedButton>
        </div>
      )}
      {mayReopen && (
        <div>
          <AllowedButton
            tone="secondary"
            denied={denied}
            busy={giveBack.isPending}
            onClick={() => giveBack.mutate({ reference, why: 'reopened' })}
          >
            Reopen
          </AllowedButton>
        </div>
      )}
    </li>
  )
}
