import { linkQuantityMaximum } from '@adire/contract/payment-links.ts'
import { Controller } from 'react-hook-form'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { WholeNumberInput } from '../../ui/whole-number-input.tsx'
import type { LinkDraft, LinkForm } from './link-form.ts'

type Range = NonNullable<LinkDraft['quantity']>

const usualRange: Range = { minimum: 1, maximum: 10 }

/** Whether payers choose how many units they buy, and from which range. */
export function QuantityOptions({ linkForm: { form, errorOf } }: { linkForm: LinkForm }) {
  return (
    <Controller
      control={form.control}
      name="quantity"
      render={({ field: { value, onChange } }) => {
        const change = (range: Range | null) => {
          onChange(range)
          void form.trigger(['quantity', 'quantity.minimum', 'quantity.maximum'])
        }
        return (
          <div className="flex flex-col gap-4">
            <Checkbox
              checked={Boolean(value)}
              onChange={({ target }) => change(target.checked ? usualRange : null)}
              label="Payers choose a quantity"
              hint="The price is for one unit."
            />
            {value && (
              <div className="grid max-w-60 grid-cols-2 gap-4">
                <Bound
                  label="At least"
                  value={value.minimum}
                  onChange={(minimum) => change({ ...value, minimum })}
                  error={errorOf('quantity.minimum')}
                />
                <Bound
                  label="At most"
                  value={value.maximum}
                  onChange={(maximum) => change({ ...value, maximum })}
                  error={errorOf('quantity.maximum') ?? errorOf('quantity')}
                />
              </div>
            )}
          </div>
        )
      }}
    />
  )
}

type BoundProps = { label: string; value: number; onChange: (value: number) => void; error: string | undefined }

/** An empty field is zero, which the schema rejects. */
const Bound = ({ label, value, onChange, error }: BoundProps) => (
  <Field label={label} error={error}>
    <WholeNumberInput
      value={value || null}
      onChange={(typed) => onChange(typed ?? 0)}
      maxLength={String(linkQuantityMaximum).length}
    />
  </Field>
)
