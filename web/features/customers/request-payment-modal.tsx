import { initialiseCharge } from '@adire/contract/charges.ts'
import { type Charge, NewCharge } from '@adire/contract/charges-schemas.ts'
import type { Customer } from '@adire/contract/customers-schemas.ts'
import { getMerchant } from '@adire/contract/merchants.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { ShareTargets, UrlToCopy } from '../../domain/share-url.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { Modal } from '../../ui/modal.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { numberChoice } from '../../ui/number-choice.ts'
import { optionalText } from '../../ui/optional-text.ts'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { customerName } from './customer-name.ts'

const day = 24 * 60
const expiries = [
  { value: String(day), label: '1 day' },
  { value: String(3 * day), label: '3 days' },
  { value: String(7 * day), label: '7 days' },
  { value: String(30 * day), label: '30 days' },
]

type RequestPaymentModalProps = { customer: Customer; onClose: () => void }

/** Form of a payment request: a charge of one amount for this customer. Then the link to send to them. */
export function RequestPaymentModal({ customer, onClose }: RequestPaymentModalProps) {
  const [charge, setCharge] = useState<Charge>()
  return charge ? (
    <RequestedPayment charge={charge} onClose={onClose} />
  ) : (
    <RequestForm customer={customer} onClose={onClose} onDone={setCharge} />
  )
}

type RequestFormProps = RequestPaymentModalProps & { onDone: (charge: Charge) => void }

function RequestForm({ customer, onClose, onDone }: RequestFormProps) {
  const request = useChange(initialiseCharge, { refresh: [listPayments], quiet: true, onDone })
  const name = customerName(customer)
  const form = useSchemaForm(NewCharge, {
    start: {
      email: customer.email,
      ...(name !== customer.email && { name: name.slice(0, 100) }),
      ...(customer.phone && { phone: customer.phone }),
      description: '',
      expiresInMinutes: 7 * day,
    },
    submit: (values) => request.mutateAsync(values),
  })
  return (
    <FormModal form={form} title="Request payment" action="Create link" onClose={onClose}>
      <p className="text-muted wrap-anywhere">We create a link. {name} can pay this amount with it once.</p>
      <MoneyField form={form.form} name="amountKobo" label="Amount" />
      <Field
        label="Description"
        optional
        error={form.errorOf('description')}
        hint="The customer sees it at the checkout."
      >
        <Input {...form.field('description', optionalText)} autoComplete="off" maxLength={100} />
      </Field>
      <Field label="Link expires after" error={form.errorOf('expiresInMinutes')}>
        <Select {...form.field('expiresInMinutes', numberChoice)} options={expiries} />
      </Field>
    </FormModal>
  )
}

function RequestedPayment({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const business = useCall(getMerchant, {}).data?.businessName
  const { amountKobo, description, authorizationUrl: url, email, expiresAt } = charge
  const title = business ? `Payment request from ${business}` : 'Payment request'
  const text = `Pay ${formatNaira(amountKobo)}${description ? ` for ${description}` : ''}: ${url}`
  return (
    <Modal open title="Payment link created" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
      <p role="status" className="wrap-anywhere">
        Send this link to {email}. It takes {formatNaira(amountKobo)} once, until {formatDateTime(expiresAt)}.
      </p>
      <UrlToCopy url={url} />
      <ShareTargets title={title} text={text} url={url} email={email} />
    </Modal>
  )
}
