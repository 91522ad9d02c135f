import { listCustomers } from '@adire/contract/customers.ts'
import { useEffect, useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useCall } from '../client/api.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { useDebounced } from '../ui/use-debounced.ts'

const delayMs = 250

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
  const id = useId()
  const typed = useDebounced(email.trim().toLowerCase(), delayMs)
  const found = useCall(listCustomers, { search: typed.slice(0, 254), limit: 8 }, { enabled: typed.length > 1 })
  const known = found.data?.content ?? []
  const chosen = known.find((customer) => customer.email === typed)
  const name = [chosen?.firstName, chosen?.lastName].filter(Boolean).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each chosen customer
  useEffect(() => {
    if (name) onName(name)
  }, [name])
  const isNew = found.data !== undefined && !chosen && typed.includes('@')
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
        <Input {...field('customerEmail')} type="email" inputMode="email" list={id} autoComplete="off" />
      </Field>
      <datalist id={id}>
        {known.map(({ email: address, firstName, lastName }) => (
          <option key={address} value={address}>
            {[firstName, lastName].filter(Boolean).join(' ')}
          </option>
        ))}
      </datalist>
      <Field label="Customer’s name" optional error={errorOf('customerName')}>
        <Input {...field('customerName', optional)} autoComplete="off" maxLength={120} />
      </Field>
    </>
  )
}
