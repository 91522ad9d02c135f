import { listApprovals, requestRefundApproval } from '@adire/contract/approvals.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import { getRefundable, listRefunds, refundReasonNames, refundReasons, requestRefund } from '@adire/contract/refunds.ts'
import { NewRefund, type Refundable } from '@adire/contract/refunds-schemas.ts'
import { divideRefund } from '@adire/contract/split-shares.ts'
import { useCall, useChange } from '../../client/api.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { LimitedMoneyField } from '../../ui/limited-money-field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { LinesSkeleton } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useRefundAction } from './use-refund-action.ts'

type RefundModalProps = { payment: Pick<PaymentRow, 'id' | 'amountKobo'>; onClose: () => void }

const reasons = refundReasons.map((value) => ({ value, label: refundReasonNames[value] }))

export function RefundModal({ payment, onClose }: RefundModalProps) {
  const money = useCall(getRefundable, { id: payment.id })
  // The amounts update as the balance changes; the form keeps its initial values.
  if (money.data && !money.data.refusal) return <RefundForm payment={payment} money={money.data} onClose={onClose} />
  return (
    <Modal open title="Refund this payment" onClose={onClose}>
      {money.error ? (
        <ErrorStrip message={money.error.message} onRetry={() => money.refetch()} />
      ) : money.data?.refusal ? (
        <ErrorStrip message={money.data.refusal} />
      ) : (
        <LinesSkeleton lines={5} />
      )}
    </Modal>
  )
}

function RefundForm({ payment, money, onClose }: RefundModalProps & { money: Refundable }) {
  const refund = useChange(requestRefund, {
    quiet: true,
    refresh: [getPayment, listPayments, listRefunds, getRefundable],
    success: ({ status }) => successes[status],
    onDone: onClose,
    onWaiting: onClose,
  })
  const ask = useChange(requestRefundApproval, {
    quiet: true,
    refresh: [listApprovals],
    success: 'Your request was sent. Somebody else approves it.',
    onDone: onClose,
  })
  const { isAsked } = useRefundAction()
  const verb = isAsked ? 'Ask for a refund of' : 'Refund'
  const sheet = useSchemaForm(NewRefund, {
    // The first reason is that of most refunds.
    start: { amountKobo: money.leftKobo, reason: refundReasons[0], payerNote: '', note: '' },
    submit: (values) => (isAsked ? ask : refund).mutateAsync({ id: payment.id, ...values }),
  })
  const { form, field, errorOf } = sheet
  const amountKobo = form.watch('amountKobo')
  const isTooMuch = amountKobo > money.leftKobo
  const all = () => form.setValue('amountKobo', money.leftKobo, { shouldValidate: true })
  return (
    <FormModal
      form={{ ...sheet, blocked: sheet.blocked || isTooMuch }}
      title="Refund this payment"
      action={amountKobo > 0 ? `${verb} ${formatNaira(amountKobo)}` : 'Refund'}
      onClose={onClose}
    >
      <LimitedMoneyField
        form={form}
        name="amountKobo"
        label="Amount"
        excess={isTooMuch && `You can refund up to ${formatNaira(money.leftKobo)}`}
        hint={`You can refund up to ${formatNaira(money.leftKobo)} of ${formatNaira(payment.amountKobo)}.`}
        action={
          amountKobo !== money.leftKobo && (
            <button type="button" onClick={all} className="font-medium text-link hover:underline">
              Refund full amount
            </button>
          )
        }
      />
      {amountKobo > 0 && !isTooMuch && <Source amountKobo={amountKobo} money={money} />}
      <Field label="Reason" error={errorOf('reason')}>
        <Select {...field('reason')} options={reasons} />
      </Field>
      <Field label="Note to the customer" optional error={errorOf('payerNote')} hint="Included in the refund email.">
        <Textarea {...field('payerNote')} rows={2} maxLength={200} />
      </Field>
      <Field label="Note for your team" optional error={errorOf('note')} hint="The customer never sees it.">
        <Textarea {...field('note')} rows={2} maxLength={500} />
      </Field>
    </FormModal>
  )
}

const successes = {
  pending: 'The refund will be sent when your balance is sufficient',
  processing: 'Refund sent to the bank',
  processed: 'Refund sent',
  failed: 'The bank returned the refund. The amount is in your balance again.',
  needs_attention: 'This card can\u2019t receive refunds. Add the customer\u2019s bank account.',
}

/** Balance that the refund is taken from, shown before it is submitted. */
function Source({ amountKobo, money }: { amountKobo: number; money: Refundable }) {
  const { unsettledKobo, availableKobo, shares, feesKobo } = money
  const balanceKobo = unsettledKobo + availableKobo
  const { businessKobo, recipientsKobo } = divideRefund(amountKobo, shares)
  const fees = feesKobo > 0 ? ` Fee and VAT of ${formatNaira(feesKobo)} are not returned to you.` : ''
  return (
    <section aria-label="Effect on your balance" className="rounded-md bg-sunken px-4 py-1">
      {businessKobo > balanceKobo ? (
        <p className="py-3 text-ink-2">
          Your balance is {formatNaira(balanceKobo)}. The refund will be sent automatically when it reaches{' '}
          {formatNaira(businessKobo)}.
          {recipientsKobo > 0 && ` ${formatNaira(recipientsKobo)} comes from the shares of recipients.`}
          {fees}
        </p>
      ) : (
        <>
          <DetailList
            details={[
              ...(recipientsKobo > 0
                ? [{ label: 'Deducted from the shares of recipients', value: formatNaira(recipientsKobo) }]
                : []),
              { label: 'Deducted from your unsettled balance', value: formatNaira(businessKobo) },
              { label: 'Balance after refund', value: formatNaira(balanceKobo - businessKobo) },
            ]}
          />
          {fees && <p className="border-t border-line py-3 text-sm text-ink-2">{fees.trim()}</p>}
        </>
      )}
    </section>
  )
}
