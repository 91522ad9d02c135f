import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { Plus, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Controller, useFieldArray } from 'react-hook-form'
import { Button, IconButton } from '../../ui/button.tsx'
import { DecimalInput } from '../../ui/decimal-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import type { InvoiceForm } from './invoice-form.ts'

const columns = 'sm:grid-cols-[minmax(0,1fr)_64px_156px_136px_36px]'

/** Line items of the invoice. Tab in the last price adds a line. */
export function LineItems({ invoiceForm }: { invoiceForm: InvoiceForm }) {
  const { form, addLine } = invoiceForm
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' })
  const add = () => append(addLine(), { focusName: `lines.${fields.length}.description` })
  const addByTab = (event: KeyboardEvent, index: number) => {
    const isLast = index === fields.length - 1 && fields.length < limits.invoiceLines
    // In an empty last line, Tab leaves as usual, so the keyboard focus is never trapped.
    if (event.key !== 'Tab' || event.shiftKey || !isLast || !form.getValues(`lines.${index}.description`)) return
    event.preventDefault()
    add()
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-semibold">Items</legend>
      <div className={`grid gap-2 text-sm text-muted max-sm:hidden ${columns}`} aria-hidden="true">
        <span>Description</span>
        <span>Quantity</span>
        <span>Price</span>
        <span className="text-right">Amount</span>
      </div>
      {fields.map(({ id }, index) => (
        <Line
          key={id}
          index={index}
          invoiceForm={invoiceForm}
          onKeyDown={(event) => addByTab(event, index)}
          onRemove={fields.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      <Button
        tone="secondary"
        icon={<Plus strokeWidth={1.75} aria-hidden="true" />}
        className="self-start"
        disabled={fields.length >= limits.invoiceLines}
        onClick={add}
      >
        Add an item
      </Button>
    </fieldset>
  )
}

type LineProps = {
  index: number
  invoiceForm: InvoiceForm
  onKeyDown: (event: KeyboardEvent) => void
  onRemove: (() => void) | undefined
}

function Line({ index, invoiceForm: { form, field, errorOf, totals }, onKeyDown, onRemove }: LineProps) {
  return (
    <fieldset
      aria-label={`Item ${index + 1}`}
      className={`flex min-w-0 flex-wrap items-start gap-3 sm:grid sm:gap-2 max-sm:border-b max-sm:border-line max-sm:pb-4 ${columns}`}
    >
      <Field
        label={<Hidden>Description</Hidden>}
        error={errorOf(`lines.${index}.description`)}
        className="max-sm:basis-full"
      >
        <Input {...field(`lines.${index}.description`)} autoComplete="off" maxLength={200} />
      </Field>
      <Controller
        control={form.control}
        name={`lines.${index}.quantity`}
        render={({ field: given, fieldState: { error } }) => (
          <Field label={<Hidden>Quantity</Hidden>} error={error?.message} className="max-sm:flex-[1_1_5rem]">
            <DecimalInput {...given} />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name={`lines.${index}.unitPriceKobo`}
        render={({ field: given, fieldState: { error } }) => (
          <Field label={<Hidden>Price</Hidden>} error={error?.message} className="max-sm:flex-[9_1_9rem]">
            {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the key event that bubbles from the input */}
            <div onKeyDown={onKeyDown}>
              <MoneyInput {...given} />
            </div>
          </Field>
        )}
      />
      <p className="figures self-center whitespace-nowrap max-sm:basis-[70%] max-sm:text-sm sm:mt-1.5 sm:self-start sm:pt-2 sm:text-right">
        <span className="sr-only">Amount </span>
        {formatNaira(totals.linesKobo[index] ?? 0)}
      </p>
      {onRemove && (
        <IconButton label={`Remove item ${index + 1}`} onClick={onRemove} className="justify-self-end sm:mt-1.5">
          <X strokeWidth={1.75} />
        </IconButton>
      )}
    </fieldset>
  )
}

/** Field label: hidden on wide screens, where the column has one heading; visible on a phone. */
const Hidden = ({ children }: { children: string }) => <span className="text-sm sm:sr-only">{children}</span>
