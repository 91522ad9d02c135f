import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { amountBounds, type QuotedChannel, type QuoteFeeBearer, quoteFee, quoteLines, toQuoteInput } from '../quote.ts'

const channels: readonly { value: QuotedChannel; label: string }[] = [
  { value: 'card', label: 'Card, transfer, USSD, QR or bank account' },
  { value: 'direct_debit', label: 'Direct debit' },
]

const lines = [
  ['paid', 'Your customer pays'],
  ['fee', 'Our fee'],
  ['vat', 'VAT on the fee'],
  ['net', 'You receive'],
] as const

/** Price calculator. Without script the server calculates, with script the browser does. */
export function PricingCalculator({ quoteInput: given = {} }: SiteGiven) {
  const quoteInput = toQuoteInput(given)
  const result = quoteFee(quoteInput)
  const wrong = typeof result === 'string' ? result : ''
  const values = typeof result === 'string' ? undefined : quoteLines(result)
  return (
    <form
      action="/pricing#calculator"
      method="get"
      data-calculator=""
      noValidate
      className="card grid overflow-hidden md:grid-cols-2"
    >
      <div className="flex flex-col gap-5 p-6">
        <Field label="Amount in naira" hint={amountBounds} error={wrong}>
          <Input name="amount" inputMode="decimal" autoComplete="off" defaultValue={quoteInput.amount} maxLength={30} />
        </Field>
        <Field label="How it is paid">
          <Select name="channel" defaultValue={quoteInput.channel} options={channels} />
        </Field>
        <fieldset>
          <legend className="font-medium">Who pays the fee</legend>
          <div className="mt-1.5 grid gap-2 sm:grid-cols-2">
            <BearerChoice value="merchant" label="Your business" chosen={quoteInput.bearer} />
            <BearerChoice value="customer" label="Your customer" chosen={quoteInput.bearer} />
          </div>
        </fieldset>
        <button type="submit" className={`${buttonClass({ tone: 'secondary', size: 'md' })} self-start`}>
          Calculate
        </button>
      </div>
      <div
        className="flex flex-col justify-center border-line bg-sunken p-6 max-md:border-t max-[359px]:px-4 md:border-l"
        role="status"
      >
        <dl>
          {lines.map(([name, label]) => (
            <div
              key={name}
              className={`flex items-baseline justify-between gap-4 border-b border-line py-3 last:border-0 ${name === 'net' ? 'text-lg font-semibold' : 'text-md'}`}
            >
              <dt className={name === 'net' ? '' : 'text-ink-2'}>{label}</dt>
              <dd data-out={name} className="figures whitespace-nowrap">
                {values?.[name] ?? '–'}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </form>
  )
}

type BearerProps = { value: QuoteFeeBearer; label: string; chosen: QuoteFeeBearer }

function BearerChoice({ value, label, chosen }: BearerProps) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 rounded-md border border-line-strong px-3 has-checked:border-brand has-checked:bg-soft">
      <input type="radio" name="bearer" value={value} defaultChecked={chosen === value} className="accent-brand" />
      {label}
    </label>
  )
}
