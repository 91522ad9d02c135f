import { createCustomer, getCustomer, listCustomers, updateCustomer } from '@adire/contract/customers.ts'
import { type Customer, CustomerChanges, NewCustomer } from '@adire/contract/customers-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { spacedPhone } from '@adire/contract/phone.ts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useChange } from '../../client/api.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

/** Makes an empty input undefined, because the contract does not accept empty names. */
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
  return (
    <FormModal form={form} title="Add customer" action="Add customer" onClose={onClose}>
      <Field label="Email" error={form.errorOf('email')} hint="We’ll link payments from this email to this customer.">
        <Input {...form.field('email')} type="email" autoComplete="off" />
      </Field>
      <WhoFields field={form.field} errorOf={form.errorOf} />
    </FormModal>
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
      phone: spacedPhone(customer.phone ?? ''),
    },
    submit: (values) => update.mutateAsync({ ...values, id: customer.id }),
  })
  return (
    <FormModal form={form} title="Edit customer" action="Save changes" onClose={onClose}>
      <Field label="Email" hint="We match payments by email, so you can’t change it.">
        <Input value={customer.email} readOnly />
      </Field>
      <WhoFields field={form.field} errorOf={form.errorOf} startHere />
    </FormModal>
  )
}

type Name = 'firstName' | 'lastName' | 'phone'
type WhoFieldsProps = {
  field: (name: Name, options: typeof optional) => UseFormRegisterReturn
  errorOf: (name: Name) => string | undefined
  /** Focuses the first name: the first editable field. */
  startHere?: boolean
}

function WhoFields({ field, errorOf, startHere }: WhoFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" optional error={errorOf('firstName')}>
          <Input {...field('firstName', optional)} autoComplete="off" data-autofocus={startHere} />
        </Field>
        <Field label="Last name" optional error={errorOf('lastName')}>
          <Input {...field('lastName', optional)} autoComplete="off" />
        </Field>
      </div>
      <Field label="Phone" optional error={errorOf('phone')} hint="For example 0803 123 4567">
        <Input {...field('phone', optional)} type="tel" autoComplete="off" />
      </Field>
    </>
  )
}
