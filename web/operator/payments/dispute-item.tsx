import {
  decideBankDispute,
  getOfficePayment,
  listOfficeDisputes,
  returnBankDispute,
} from '@adire/contract/back-office/payments.ts'
import type { OfficeDispute } from '@adire/contract/back-office/payments-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { useChange } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { type BankDecision, BankDecisionModal, bankDecisions } from './bank-decision-modal.tsx'
import { DisputeEvidence } from './dispute-evidence.tsx'

export function DisputeItem({ dispute }: { dispute: OfficeDispute }) {
  const { reference, amountKobo, status, resolution, reason, message, processor, dueAt } = dispute
  const [decision, setDecision] = useState<BankDecision>()
  const giveBack = useChange(returnBankDispute, {
    refresh: [getOfficePayment, listOfficeDisputes],
    success: 'The business is asked again',
  })
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
          {Object.entries(bankDecisions).map(([name, label]) => (
            <AllowedButton
              key={name}
              tone="secondary"
              denied={denied}
              onClick={() => setDecision(name as BankDecision)}
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
      {decision && <BankDecisionModal dispute={dispute} decision={decision} onClose={() => setDecision(undefined)} />}
    </li>
  )
}
