import type { InvoiceDiscount } from '@adire/contract/invoice-totals.ts'
import { Controller } from 'react-hook-form'
import { DecimalInput } from '../../ui/decimal-input.tsx'
import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { InvoiceForm } from './invoice-form.ts'

/** Value-added tax rate in Nigeria, in basis points. */
const vat = 750

export function PricingFields({ invoiceForm: { form } }: { invoiceForm: InvoiceForm }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Controller
        control={form.control}
        name="discount"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <Discount value={(value ?? null) as InvoiceDiscount | null} onChange={onChange} error={error?.message} />
        )}
      />
      <Controller
        control={form.control}
        name="taxBasisPoints"
        render={({ field: { value, onChange, ...rest }, fieldState: { error } }) => (
          <Field
            label="Tax"
            error={error?.message}
            hint="Applied after discount."
            action={
              <button
                type="button"
                onClick={() => onChange(vat)}
                className="text-sm font-medium text-link hover:underline pointer-coarse:-my-2 pointer-coarse:py-2"
              >
                VAT, 7.5%
              </button>
            }
          >
            <DecimalInput
              {...rest}
              scale={100}
              after={<span className="pr-2">%</span>}
              value={value}
              onChange={(basisPoints) => onChange(basisPoints ?? 0)}
            />
          </Field>
        )}
      />
    </div>
  )
}

const kinds = [
  { value: 'none', label: 'None' },
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'Amount' },
] as const
type Kind = (typeof kinds)[number]['value']

const empty: Record<Kind, InvoiceDiscount | null> = {
  none: null,
  percent: { kind: 'percent', basisPoints: 0 },
  amount: { kind: 'amount', amountKobo: 0 },
}

type DiscountProps = {
  value: InvoiceDiscount | null
  onChange: (value: InvoiceDiscount | null) => void
  error: string | undefined
}

function Discount({ value, onChange, error }: DiscountProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium" aria-hidden="true">
        Discount
      </p>
      <Segmented
        label="Discount"
        options={kinds}
        value={value?.kind ?? 'none'}
        onChange={(kind) => onChange(empty[kind])}
      />
      {value && (
        <Field label={<span className="sr-only">Discount amount</span>} error={error}>
          {value.kind === 'percent' ? (
            <DecimalInput
              scale={100}
              after={<span className="pr-2">%</span>}
              value={value.basisPoints || undefined}
              onChange={(basisPoints) => onChange({ kind: 'percent', basisPoints: basisPoints ?? 0 })}
            />
          ) : (
            <MoneyInput
              value={value.amountKobo || undefined}
              onChange={(amountKobo) => onChange({ kind: 'amount', amountKobo: amountKobo ?? 0 })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
