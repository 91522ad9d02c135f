import { formatNaira } from '@adire/contract/money.ts'
import { useEffect, useRef, useState } from 'react'
import { quantityTexts } from '../languages/quantity.ts'
import { translateError, useLanguage, useTexts } from '../languages/use-texts.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import type { CheckoutController } from './use-checkout.ts'

/**
 * Number of units that the payer buys, by buttons or by typing. What is chosen is always in the range: more than the maximum becomes the
 * maximum at once, less than the minimum counts as the minimum, and is replaced by it when the field is left.
 */
export function QuantityField({ checkout }: { checkout: CheckoutController }) {
  const { page, payer, error } = checkout
  const texts = useTexts()
  const words = quantityTexts[useLanguage().current]
  const { minimum, maximum } = page.quantity!
  const [typed, setTyped] = useState(String(payer.quantity))
  const input = useRef<HTMLInputElement>(null)
  const choose = (chosen: number) => {
    const quantity = Math.min(Math.max(chosen, minimum), maximum)
    checkout.setPayer({ ...payer, quantity })
    return quantity
  }
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '')
    const quantity = choose(Number(digits))
    setTyped(Number(digits) > quantity ? String(quantity) : digits)
  }
  const step = (by: number) => setTyped(String(choose(payer.quantity + by)))
  // Takes over what was typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => type(input.current?.value || typed), [])
  const button = `${buttonClass({ tone: 'secondary', size: 'md' })} size-[44px]! px-0! text-lg noscript:hidden`
  return (
    <Field
      label={words.quantity}
      hint={`${words.each(formatNaira(page.amountKobo ?? 0))}, ${words.range(minimum, maximum)}`}
      error={translateError(texts, error?.fields.quantity)}
    >
      <span className="flex items-center gap-2">
        <button
          type="button"
          aria-label={words.fewer}
          disabled={payer.quantity <= minimum}
          onClick={() => step(-1)}
          className={button}
        >
          −
        </button>
        <Input
          ref={input}
          name="quantity"
          value={typed}
          onChange={({ target }) => type(target.value)}
          onBlur={() => setTyped(String(payer.quantity))}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          className="figures w-[min(5rem,30vw)]! text-center"
        />
        <button
          type="button"
          aria-label={words.more}
          disabled={payer.quantity >= maximum}
          onClick={() => step(1)}
          className={button}
        >
          +
        </button>
      </span>
    </Field>
  )
}
