import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import type { AddOn } from '@adire/contract/subscription-fields-schemas.ts'
import { Trash2 } from 'lucide-react'
import { readQuantity } from '../../domain/quantity-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'

/** An add-on while it is typed. `key` identifies its row on the screen. */
export interface TypedAddOn {
  key: string
  name: string
  amountKobo: number | undefined
  quantity: string
}

export const toTyped = (addOn?: AddOn): TypedAddOn => ({
  key: crypto.randomUUID(),
  name: addOn?.name ?? '',
  amountKobo: addOn?.amountKobo,
  quantity: String(addOn?.quantity ?? 1),
})

/** The typed add-on; undefined while a part of it is not valid. */
export function readAddOn({ name, amountKobo, quantity: typed }: TypedAddOn): AddOn | undefined {
  const quantity = readQuantity(typed)
  if (!name.trim() || quantity === undefined || findAmountError(amountKobo)) return undefined
  return { name: name.trim(), amountKobo: amountKobo!, quantity }
}

function findAmountError(kobo: number | undefined): string | undefined {
  if (kobo === undefined) return messages.required
  return kobo < limits.chargeMinimumKobo ? messages.amountAtLeast(limits.chargeMinimumKobo / 100) : undefined
}

type AddOnRowProps = {
  row: TypedAddOn
  number: number
  /** Whether errors are shown. */
  isTried: boolean
  onChange: (row: TypedAddOn) => void
  onRemove: () => void
}

export function AddOnRow({ row, number, isTried, onChange, onRemove }: AddOnRowProps) {
  const { name, amountKobo, quantity } = row
  return (
    <fieldset className="flex flex-col gap-3 rounded-md p-4 ring-1 ring-line">
      <legend className="sr-only">Add-on {number}</legend>
      <div className="flex items-start gap-3">
        <Field label="Name" error={isTried && !name.trim() ? messages.required : undefined} className="min-w-0 flex-1">
          <Input
            value={name}
            onChange={({ target }) => onChange({ ...row, name: target.value })}
            maxLength={60}
            autoComplete="off"
            placeholder="Extra storage"
          />
        </Field>
        <Button tone="ghost" onClick={onRemove} aria-label={`Remove add-on ${number}`} className="mt-7">
          <Trash2 strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field label="Price of one" error={isTried ? findAmountError(amountKobo) : undefined}>
          <MoneyInput value={amountKobo} onChange={(kobo) => onChange({ ...row, amountKobo: kobo })} />
        </Field>
        <Field
          label="Quantity"
          error={isTried && readQuantity(quantity) === undefined ? 'Enter a number from 1 to 1,000' : undefined}
        >
          <Input
            value={quantity}
            onChange={({ target }) => onChange({ ...row, quantity: target.value.replace(/\D/g, '') })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            className="figures"
          />
        </Field>
      </div>
    </fieldset>
  )
}
