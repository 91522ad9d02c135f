import { decideBankDispute, getOfficePayment, listOfficeDisputes } from '@adire/contract/back-office/payments.ts'
import type { OfficeDispute } from '@adire/contract/back-office/payments-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { useChange } from '../client/api.ts'

/** Decisions of a bank about a contested dispute. */
export const bankDecisions = {
  won: 'The business won',
  lost: 'The payer won',
  declined: 'Evidence not accepted',
} as const
export type BankDecision = keyof typeof bankDecisions

type BankDecisionModalProps = { dispute: OfficeDispute; decision: BankDecision; onClose: () => void }

/** Asks before a decision moves money: a lost dispute cannot be opened again. */
export function BankDecisionModal({ dispute: { reference, amountKobo }, decision, onClose }: BankDecisionModalProps) {
  const decide = useChange(decideBankDispute, {
    refresh: [getOfficePayment, listOfficeDisputes],
    success: 'The decision of the bank is entered',
    onDone: onClose,
  })
  const amount = formatNaira(amountKobo)
  return (
    <ConfirmModal
      open
      title={`${bankDecisions[decision]}?`}
      action="Enter decision"
      tone={decision === 'won' ? 'primary' : 'danger'}
      busy={decide.isPending}
      onConfirm={() => decide.mutate({ reference, decision })}
      onCancel={onClose}
    >
      {decision === 'won'
        ? `${amount} is released to the balance of the business, which is notified.`
        : `${amount} is taken from the business, which is notified. You can’t undo this.`}
    </ConfirmModal>
  )
}
