import { useEffect, useState } from 'react'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { useKnownCustomers } from './known-customers.tsx'

export type PickedCustomer = { id: string; email: string; name?: string | undefined }

/** Field that finds a customer of the business by email; `onPick` gets undefined while nobody has the typed email. */
export function CustomerPicker({ onPick }: { onPick: (customer: PickedCustomer | undefined) => void }) {
  const [typed, setTyped] = useState('')
  const { list, chosen, isUnknown, options } = useKnownCustomers(typed)
  const id = chosen?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each customer
  useEffect(() => {
    onPick(chosen && { id: chosen.id, email: chosen.email })
  }, [id])
  return (
    <Field
      label="Customer’s email"
      error={isUnknown ? 'No customer of yours has this email' : undefined}
      hint={<span role="status">{chosen ? 'A customer of yours.' : 'Type the start of the email.'}</span>}
    >
      <Input
        type="email"
        inputMode="email"
        autoComplete="off"
        list={list}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {options}
    </Field>
  )
}
