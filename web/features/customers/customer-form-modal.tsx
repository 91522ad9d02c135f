import { CustomerChanges, NewCustomer } from '@adire/contract/customer-form.ts'
import { type Customer, createCustomer, getCustomer, listCustomers, updateCustomer } from '@adire/contract/customers.ts'
import { messages } from '@adire/contract/messages.ts'
import { useChange } from '../../api.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { localPhone } from './customer-name.ts'

/** What is left empty is left out: the contract knows no empty names. */
const optional = { setValueAs: (value: string | undefined) => value?.trim() || undefined }

export function AddCustomerModal({ onClose }: { onClose: () => void }) {
  const add = useChange(createCustomer, {
    refresh: [listCustomers],
    success: messages.customerAdded,
    quiet: true,
    onDone: onClose,
  })
  const form = useSchemaForm(NewCustomer, {
    start: { email: '', firstName: '', lastName: '', phone: '' },
    submit: (values) => add.mutateAsync(values),
  })
  const { field, errorOf } = form
  return (
    <Modal
      open
      title="Add customer"
      action="Add customer"
      onClose={onClose}
      onSubmit={form.onSubmit}
      busy={form.busy}
      disabled={form.blocked}
    >
      {form.refusal && <ErrorStrip message={form.refusal.message} />}
      <Field label="Email" error={errorOf('email')} hint="Payments from this address will be theirs.">
        <Input {...field('email')} type="email" autoComplete="off" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" optional error={errorOf('firstName')}>
          <Input {...field('firstName', optional)} autoComplete="off" />
        </Field>
        <Field label="Last name" optional error={errorOf('lastName')}>
          <Input {...field('lastName', optional)} autoComplete="off" />
        </Field>
      </div>
      <Field label="Phone" optional error={errorOf('phone')} hint="Like 08031234567">
        <Input {...field('phone', optional)} type="tel" autoComplete="off" />
      </Field>
    </Modal>
  )
}

export function UpdateCustomerModal({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const update = useChange(updateCustomer, {
    refresh: [listCustomers, getCustomer],
    success: messages.customerUpdated,
    quiet: true,
    onDone: onClose,
  })
  const form = useSchemaForm(CustomerChanges, {
    start: {
      firstName: customer.firstName ?? '',
      lastName: customer.lastName ?? '',
      phone: localPhone(customer.phone)?.replaceAll(' ', '') ?? '',
    },
    submit: (values) => update.mutateAsync({ ...values, id: customer.id }),
  })
  const { field, errorOf } = form
  return (
    <Modal
      open
      title="Update customer"
      action="Save"
      onClose={onClose}
      onSubmit={form.onSubmit}
      busy={form.busy}
      disabled={form.blocked}
    >
      {form.refusal && <ErrorStrip message={form.refusal.message} />}
      <Field label="Email" hint="Payments are matched by it, so it stays as it is.">
        <Input value={customer.email} readOnly />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" optional error={errorOf('firstName')}>
          <Input {...field('firstName', optional)} autoComplete="off" data-autofocus />
        </Field>
        <Field label="Last name" optional error={errorOf('lastName')}>
          <Input {...field('lastName', optional)} autoComplete="off" />
        </Field>
      </div>
      <Field label="Phone" optional error={errorOf('phone')} hint="Like 08031234567">
        <Input {...field('phone', optional)} type="tel" autoComplete="off" />
      </Field>
    </Modal>
  )
}
