import { useEffect } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { useKnownCustomers } from './known-customers.tsx'

type Name = 'customerEmail' | 'customerName'
type CustomerFieldsProps = {
  field: (name: Name, options?: typeof optional) => UseFormRegisterReturn
  errorOf: (name: Name) => string | undefined
  email: string
  /** Purpose of the email: "We’ll send the invoice here." */
  purpose: string
  onName: (name: string) => void
}

const optional = { setValueAs: (value: string | undefined) => value?.trim() || undefined }

/** Customer of an invoice: a known customer suggested while typing, or a new email. */
export function CustomerFields({ field, errorOf, email, purpose, onName }: CustomerFieldsProps) {
  const { list, chosen, isUnknown: isNew, options } = useKnownCustomers(email)
  const name = [chosen?.firstName, chosen?.lastName].filter(Boolean).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each chosen customer
  useEffect(() => {
    if (name) onName(name)
  }, [name])
  return (
    <>
      <Field
        label="Customer’s email"
        error={errorOf('customerEmail')}
        hint={
          <span role="status">
            {chosen ? 'A customer of yours.' : isNew ? 'Will be added to your customers.' : purpose}
          </span>
        }
      >
        <Input {...field('customerEmail')} type="email" inputMode="email" list={list} autoComplete="off" />
      </Field>
      {options}
      <Field label="Customer’s name" optional error={errorOf('customerName')}>
        <Input {...field('customerName', optional)} autoComplete="off" maxLength={120} />
      </Field>
    </>
  )
}
