import { formatNaira } from '@adire/contract/money.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { PayerAccount } from '@adire/contract/refund-form.ts'
import { getRefundable, listRefunds, payRefundToAccount, type Refund } from '@adire/contract/refunds.ts'
import { useChange } from '../../api.ts'
import { BankField, digitGroups, useBankAccount } from '../../bank-field.tsx'
import { useSession } from '../../session.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

/** Where the payer wants what the card did not take back. */
export function RefundAccountModal({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { mode } = useSession()
  const pay = useChange(payRefundToAccount, {
    quiet: true,
    refresh: [listRefunds, getPayment, getRefundable],
    success: ({ status }) =>
      status === 'failed' ? 'The bank sent the refund back' : 'The refund went to that account',
    onDone: onClose,
  })
  const sheet = useSchemaForm(PayerAccount, {
    start: { accountNumber: '' },
    submit: (values) => pay.mutateAsync({ id: refund.id, ...values }),
  })
  const { form, field, errorOf } = sheet
  const account = useBankAccount({ bankId: form.watch('bankId'), accountNumber: form.watch('accountNumber') })
  return (
    <FormModal
      form={{ ...sheet, blocked: sheet.blocked || account.isOpen }}
      title="The customer's bank account"
      action={`Send ${formatNaira(refund.amountKobo)}`}
      onClose={onClose}
    >
      <p className="text-ink-2">
        Ask {refund.customerName ?? refund.customerEmail} for the account. The money cannot be called back from there.
      </p>
      <BankField
        account={account}
        onBank={(bankId) => {
          form.setValue('bankId', bankId as number)
          if (errorOf('bankId')) form.trigger('bankId')
        }}
        number={field('accountNumber', digitGroups)}
        errors={{ bankId: errorOf('bankId'), accountNumber: errorOf('accountNumber') }}
        hint={mode === 'TEST' ? 'In Test Mode use 0000000018 at Guaranty Trust Bank.' : '10 digits'}
        judge={({ accountName }) => ({
          isGood: accountName !== null,
          notes: [
            accountName === null
              ? 'Compare the number with the customer once more.'
              : refund.customerName && `The payment was made by ${refund.customerName}.`,
          ],
        })}
      />
    </FormModal>
  )
}
