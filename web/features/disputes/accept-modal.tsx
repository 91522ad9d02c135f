import { acceptDispute, getDispute, listDisputes } from '@adire/contract/disputes.ts'
import { AcceptedAmount, type DisputeRow } from '@adire/contract/disputes-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useChange } from '../../client/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { LimitedMoneyField } from '../../ui/limited-money-field.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { storeResponseDraft } from './response-draft.ts'

/** Dialog to accept a dispute, in full or in part, with the effect on the money. */
export function AcceptModal({ dispute, onClose }: { dispute: DisputeRow; onClose: () => void }) {
  const { amountKobo: disputedKobo } = dispute
  const accept = useChange(acceptDispute, {
    quiet: true,
    refresh: [getDispute, listDisputes],
    success: 'The dispute is accepted',
    onDone: () => {
      storeResponseDraft(dispute.id, undefined)
      onClose()
    },
  })
  const sheet = useSchemaForm(AcceptedAmount, {
    start: { amountKobo: disputedKobo },
    submit: (values) => accept.mutateAsync({ id: dispute.id, ...values }),
  })
  const { form } = sheet
  const amountKobo = form.watch('amountKobo')
  const isTooMuch = amountKobo > disputedKobo
  return (
    <FormModal
      form={{ ...sheet, blocked: sheet.blocked || isTooMuch }}
      title="Accept the dispute"
      action={amountKobo > 0 ? `Refund ${formatNaira(amountKobo)}` : 'Refund'}
      onClose={onClose}
    >
      <LimitedMoneyField
        form={form}
        name="amountKobo"
        label="Amount to refund"
        excess={isTooMuch && `You can refund up to ${formatNaira(disputedKobo)}`}
      />
      {amountKobo > 0 && !isTooMuch && <p className="text-ink-2">{describeEffect(dispute, amountKobo)}</p>}
    </FormModal>
  )
}

function describeEffect({ amountKobo: disputedKobo, heldKobo }: DisputeRow, amountKobo: number): string {
  const free = Math.max(0, heldKobo - amountKobo)
  const uncoveredKobo = Math.max(0, amountKobo - heldKobo)
  return [
    `${formatNaira(amountKobo)} will be refunded to the customer and the dispute ends.`,
    free > 0 && `${formatNaira(free)} that is held returns to your balance.`,
    uncoveredKobo > 0 &&
      `${formatNaira(uncoveredKobo)} is not held yet: it will be deducted from your balance or your next payments.`,
    amountKobo === disputedKobo && 'The fee of the payment is not returned.',
  ]
    .filter(Boolean)
    .join(' ')
}
