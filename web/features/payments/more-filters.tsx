import { listPaymentLinks } from '@adire/contract/payment-links.ts'
import { type FormEvent, useState } from 'react'
import { useCall } from '../../client/api.ts'
import { AllowedPart } from '../../ui/allowed-part.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { type FilterChanges, parseEmail, type TransactionFilters } from './transaction-filters.ts'

type MoreFiltersProps = Pick<TransactionFilters, 'link' | 'customer'> & { onChange: (changes: FilterChanges) => void }

/** Less common filters. */
export function MoreFilters({ onChange, ...given }: MoreFiltersProps) {
  const [link, setLink] = useState(given.link)
  const [customer, setCustomer] = useState(given.customer ?? '')
  const [error, setError] = useState<string>()
  const links = useCall(listPaymentLinks, { limit: 100 })
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = parseEmail(customer)
    if (customer.trim() && !email)
      return setError('Enter the whole email address. To find part of one, use the search.')
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    onChange({ link, customer: email })
  }
  const options = (links.data?.content ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <form noValidate onSubmit={apply} className="flex flex-col gap-3 p-2.5">
      <Field label="Customer" error={error}>
        <Input
          type="email"
          placeholder="ada@example.com"
          value={customer}
          onChange={(event) => {
            setCustomer(event.target.value)
            setError(undefined)
          }}
        />
      </Field>
      <AllowedPart needs={listPaymentLinks}>
        <Field label="Payment link" error={links.error?.message}>
          <Combobox
            options={options}
            value={link}
            onChange={setLink}
            listLabel="Payment links"
            placeholder="Any payment link"
            emptyText="No payment link with this name"
          />
        </Field>
      </AllowedPart>
      <Button type="submit" className="self-end">
        Apply
      </Button>
    </form>
  )
}
