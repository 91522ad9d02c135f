import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

type QuantityFieldProps = { value: string; onChange: (quantity: string) => void; error?: string | undefined }

/** Number of units of a plan, such as seats. */
export const QuantityField = ({ value, onChange, error }: QuantityFieldProps) => (
  <Field
    label="Quantity"
    error={readQuantity(value) === undefined ? 'Enter a number from 1 to 1,000' : error}
    hint="Units of the plan, such as seats. Each costs the price of the plan."
  >
    <Input
      value={value}
      onChange={({ target }) => onChange(target.value.replace(/\D/g, ''))}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      className="figures"
    />
  </Field>
)

/** Typed quantity, 1 to 1,000; undefined while it is not valid. */
export function readQuantity(typed: string): number | undefined {
  const quantity = Number(typed)
  return quantity >= 1 && quantity <= 1_000 ? quantity : undefined
}
