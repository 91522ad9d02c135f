import { formatNaira } from '@adire/contract/money.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { PayerAccount } from '@adire/contract/refund-form.ts'
import { getRefundable, listRefunds, payRefundToAccount, type Refund } from '@adire/contract/refunds.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useChange } from '../../api.ts'
import { optionsOf, useBanks } from '../../lookups.ts'
import { useSession } from '../../session.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { type Holder, useHolder } from '../../use-holder.ts'

/** Where the payer wants what the card did not take back. */
export function RefundAccountModal({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { mode } = useSession()
  const banks = useBanks()
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
  const bankId = form.watch('bankId')
  const bank = banks.data?.content.find(({ id }) => id === bankId)
  const holder = useHolder(bank, form.watch('accountNumber').replaceAll(' ', ''), undefined)
  return (
    <FormModal
      form={{ ...sheet, blocked: sheet.blocked || holder.isPending || holder.refused !== undefined }}
      title="The customer's bank account"
      action={`Send ${formatNaira(refund.amountKobo)}`}
      onClose={onClose}
    >
      <p className="text-ink-2">
        Ask {refund.customerName ?? refund.customerEmail} for the account. The money cannot be called back from there.
      </p>
      {banks.error && <ErrorStrip message={banks.error.message} onRetry={() => banks.refetch()} />}
      <Field label="Bank" error={errorOf('bankId')}>
        <Combobox
          options={optionsOf(banks.data)}
          value={bankId === undefined ? undefined : String(bankId)}
          onChange={(value) => {
            form.setValue('bankId', (value === undefined ? undefined : Number(value)) as number)
            if (errorOf('bankId')) form.trigger('bankId')
          }}
          placeholder="Search for a bank"
          listLabel="Banks"
          emptyText="No bank has this name."
          disabled={!banks.data}
        />
      </Field>
      <div className="flex flex-col gap-3">
        <Field
          label="Account Number"
          error={errorOf('accountNumber') ?? holder.refused}
          hint={mode === 'TEST' ? 'In Test Mode use 0000000018 at Guaranty Trust Bank.' : '10 digits'}
        >
          <Input
            {...field('accountNumber', { setValueAs: (value) => String(value ?? '').replaceAll(' ', '') })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            className="figures"
          />
        </Field>
        <PayerNote holder={holder} payer={refund.customerName} />
      </div>
    </FormModal>
  )
}

/** Whose account the bank says it is: for the merchant to compare with the customer's name. */
function PayerNote({ holder: { isPending, found, failed }, payer }: { holder: Holder; payer: string | null }) {
  const name = found?.accountName
  const Icon = name ? CircleCheck : TriangleAlert
  return (
    <>
      {failed && <ErrorStrip message={failed.message} onRetry={failed.retry} />}
      <div role="status" className="empty:hidden">
        {isPending && (
          <p className="flex items-center gap-2 text-muted">
            <Spinner />
            Asking the bank whose account this is
          </p>
        )}
        {found && (
          <p
            className={`flex gap-2.5 rounded-md px-3.5 py-2.5 ${name ? 'bg-ok-soft text-ok' : 'bg-warn-soft text-warn'}`}
          >
            <Icon className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
            <span className="min-w-0">
              {name ? (
                <>
                  Held by <span className="font-semibold wrap-anywhere">{name}</span>.
                  {payer && ` The payment was made by ${payer}.`}
                </>
              ) : (
                'We could not ask this bank whose account it is. Compare the number with the customer once more.'
              )}
            </span>
          </p>
        )}
      </div>
    </>
  )
}
