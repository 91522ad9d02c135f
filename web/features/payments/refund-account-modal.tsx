import { CallError } from '@adire/contract/call.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { getRefundable, listRefunds, payRefundToAccount } from '@adire/contract/refunds.ts'
import { PayerAccount, type Refund } from '@adire/contract/refunds-schemas.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { BankField, digitGroups, useBankAccount } from '../../domain/bank-field.tsx'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

/** Form for the payer's bank account, used when the card does not accept the refund. */
export function RefundAccountModal({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { mode } = useSession()
  const pay = useChange(payRefundToAccount, {
    quiet: true,
    refresh: [listRefunds, getPayment, getRefundable],
    success: ({ status }) => (status === 'failed' ? 'The bank returned the refund' : 'Refund sent to that account'),
    onDone: onClose,
    onWaiting: onClose,
  })
  const { confirmed, dialog } = useConfirmation()
  /** Account that was rejected because its name differs. Submitting the same account again confirms it. */
  const [otherName, setOtherName] = useState<string>()
  const keyOf = ({ bankId, accountNumber }: { bankId?: number; accountNumber?: string }) => `${bankId} ${accountNumber}`
  const sheet = useSchemaForm(PayerAccount, {
    start: { accountNumber: '' },
    submit: (values) =>
      confirmed(() => pay.mutateAsync({ id: refund.id, ...values, nameConfirmed: otherName === keyOf(values) })).catch(
        (error: Error) => {
          if (error instanceof CallError && error.code === 'name_differs') setOtherName(keyOf(values))
          throw error
        },
      ),
  })
  const { form, field, setField, errorOf } = sheet
  const account = useBankAccount({ bankId: form.watch('bankId'), accountNumber: form.watch('accountNumber') })
  const isOtherName = otherName === keyOf(form.watch())
  return (
    <>
      <FormModal
        form={{ ...sheet, blocked: sheet.blocked || account.isOpen }}
        title="The customer's bank account"
        action={isOtherName ? 'Send it there anyway' : `Send ${formatNaira(refund.amountKobo)}`}
        onClose={onClose}
      >
        <p className="text-ink-2">
          Ask {refund.customerName ?? refund.customerEmail} for the account. You can’t get the money back from there.
        </p>
        <BankField
          account={account}
          onBank={(bankId) => setField('bankId', bankId as number)}
          number={field('accountNumber', digitGroups)}
          errors={{ bankId: errorOf('bankId'), accountNumber: errorOf('accountNumber') }}
          hint={mode === 'TEST' ? 'In Test Mode use 0000000018 at Guaranty Trust Bank.' : '10 digits'}
          judge={({ accountName }) => ({
            // The error above shows the account name.
            isGood: accountName !== null && !isOtherName,
            notes: [
              accountName === null
                ? 'Check the number with the customer again.'
                : !isOtherName && refund.customerName && `The payment was made by ${refund.customerName}.`,
            ],
          })}
        />
      </FormModal>
      {dialog}
    </>
  )
}
