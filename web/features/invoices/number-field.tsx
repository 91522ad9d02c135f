import { getInvoiceNumbering } from '@adire/contract/invoice-numbers.ts'
import { Suspense, useState } from 'react'
import { useCall } from '../../client/api.ts'
import { Field } from '../../ui/field.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { Input } from '../../ui/input.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import type { InvoiceForm } from './invoice-form.ts'

const NumberingModal = lazyComponent(() => import('./numbering-modal.tsx').then((m) => m.NumberingModal))

/** Number of an invoice: typed by the merchant, or the next automatic one. */
export function NumberField({ invoiceForm: { field, errorOf } }: { invoiceForm: InvoiceForm }) {
  const numbering = useCall(getInvoiceNumbering, {})
  const [isOpen, setOpen] = useState(false)
  const next = numbering.data?.next
  return (
    <>
      <Field
        label="Invoice number"
        error={errorOf('number')}
        hint={
          next === null
            ? 'The next numbers are in use. Type a number, or choose where the numbering continues.'
            : `Leave empty to use the next number${next ? `, ${next}` : ''}.`
        }
        action={
          numbering.data && (
            <button
              type="button"
              onClick={() => setOpen(true)}
              className="text-sm font-medium text-link hover:underline pointer-coarse:-my-2 pointer-coarse:py-2"
            >
              Numbering
            </button>
          )
        }
      >
        <Input
          {...field('number', { setValueAs: (typed: string | null) => typed?.trim() || null })}
          maxLength={30}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={next ?? undefined}
          className="figures"
        />
      </Field>
      {isOpen && numbering.data && (
        <Suspense fallback={<FullLoader />}>
          <NumberingModal numbering={numbering.data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
