import type { PayoutAccountChange } from '@adire/contract/bank-accounts-schemas.ts'
import { Clock } from 'lucide-react'
import { AllowedButton } from '../ui/allowed-button.tsx'
import { formatDateTime } from '../ui/date.ts'
import type { Denied } from '../ui/denial.ts'

type Change = Pick<PayoutAccountChange, 'bankName' | 'accountNumber' | 'accountName' | 'effectiveAt'>

type PendingAccountProps = {
  /** Name of the account, such as "Your payout account". */
  of: string
  /** What is paid to the account after the change, such as "settlements go". */
  going: string
  change: Change
  onCancel: () => void
  busy: boolean
} & Pick<Denied, 'needs'>

/** Scheduled change of a payout account, with a button to cancel it. */
export function PendingAccount({ of, going, change, onCancel, busy, needs }: PendingAccountProps) {
  const { bankName, accountNumber, accountName, effectiveAt } = change
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md bg-warn-soft px-4 py-3">
      <Clock className="size-4 shrink-0 text-warn" strokeWidth={1.75} aria-hidden="true" />
      <p className="min-w-60 flex-1 wrap-anywhere">
        <span className="font-medium">
          {of} changes on {formatDateTime(effectiveAt)}.
        </span>{' '}
        From then {going} to{' '}
        <span className="figures">
          {accountNumber} - {bankName}
        </span>
        {accountName && ` (${accountName})`}. If you did not ask for this, cancel it and change your password.
      </p>
      <AllowedButton needs={needs} tone="secondary" onClick={onCancel} busy={busy}>
        Cancel this change
      </AllowedButton>
    </div>
  )
}
