import {
  decideBankDispute,
  getOfficePayment,
  listOfficeDisputes,
  returnBankDispute,
} from '@adire/contract/back-office/payments.ts'
import type { OfficeDispute } from '@adire/contract/back-office/payments-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { useChange } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { DisputeEvidence } from './dispute-evidence.tsx'

const decisions = { won: 'The business won', lost: 'The payer won', declined: 'Evidence not accepted' } as const

export function DisputeItem({ dispute }: { dispute: OfficeDispute }) {
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
