import { type BrandShades, brandShades } from '@adire/contract/brand-color.ts'
import type { Merchant } from '@adire/contract/merchants-schemas.ts'
import type { ComponentProps } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

type BrandColorFieldProps = ComponentProps<typeof Input> & {
  error: string | undefined
  /** Typed colour, or undefined. */
  color: string | undefined
  onPick: (color: string | undefined) => void
  business: Pick<Merchant, 'businessName'>
}

const isColor = (color: string | undefined): color is string => /^#[0-9a-f]{6}$/i.test(color ?? '')

/** Brand colour of a business, with what payers see of it in both themes. Register it with `optionalText`. */
export function BrandColorField({ error, color, onPick, business, ...field }: BrandColorFieldProps) {
  return (
    <div className="flex flex-col gap-3">
      <Field
        label="Brand colour"
        optional
        error={error}
        hint="For buttons and links on payers’ pages and in emails to them, and on invoices and receipts."
      >
        <div className="flex flex-wrap items-center gap-2">
          <input
            type="color"
            aria-label="Choose a brand colour"
            value={isColor(color) ? color.toLowerCase() : '#2450d8'}
            onChange={({ target }) => onPick(target.value.toUpperCase())}
            className="size-10 shrink-0 cursor-pointer rounded-md border border-field bg-surface p-1 pointer-coarse:size-11"
          />
          <div className="w-36">
            <Input {...field} autoComplete="off" maxLength={7} className="figures" placeholder="#7A1FA2" />
          </div>
          {color && (
            <Button tone="ghost" onClick={() => onPick(undefined)}>
              Remove colour
            </Button>
          )}
        </div>
      </Field>
      {isColor(color) && <BrandPreview color={color} name={business.businessName} />}
    </div>
  )
}

function BrandPreview({ color, name }: { color: string; name: string }) {
  const shades = brandShades(color)
  const isChanged = shades.light.fill !== color.toUpperCase() || shades.dark.fill !== color.toUpperCase()
  return (
    <figure className="flex flex-col gap-2">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Sample label="Light theme" shades={shades.light} name={name} page="bg-white text-[#0F1728]" />
        <Sample label="Dark theme" shades={shades.dark} name={name} page="bg-[#121926] text-[#E9EDF5]" />
      </div>
      <figcaption className="text-sm text-muted">
        Preview of your payment page.
        {isChanged && ' Where your colour would be hard to see, we use a darker or lighter shade of it.'}
      </figcaption>
    </figure>
  )
}

type SampleProps = { label: string; shades: BrandShades; name: string; page: string }

/** Picture of a payment page. It is not a control: nothing in it can be pressed. */
function Sample({ label, shades, name, page }: SampleProps) {
  return (
    <div
      role="img"
      aria-label={`Payment page, ${label.toLowerCase()}`}
      className={`rounded-lg p-4 ring-1 ring-line ${page}`}
    >
      <p className="truncate font-semibold">{name}</p>
      <p className="figures mt-0.5 text-lg font-semibold">NGN 25,000.00</p>
      <p
        className="mt-3 rounded-md px-4 py-2.5 text-center font-medium"
        style={{ background: shades.fill, color: shades.onFill }}
      >
        Pay NGN 25,000.00
      </p>
      <p className="mt-2 text-center text-sm underline underline-offset-2" style={{ color: shades.link }}>
        Pay another way
      </p>
    </div>
  )
}
