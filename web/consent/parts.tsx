import type { ReactNode } from 'react'
import { CheckoutIcon } from '../checkout/icons.tsx'
import { translateError, useTexts } from '../languages/use-texts.tsx'
import { type ButtonProps, buttonClass } from '../ui/button.tsx'

type StepFormProps = {
  step: string
  values?: Readonly<Record<string, string>>
  className?: string
  children: ReactNode
}

/** Form that is posted to the page's own URL. */
export function StepForm({ step, values = {}, className, children }: StepFormProps) {
  return (
    <form method="post" action="?" noValidate className={className}>
      {Object.entries({ step, ...values }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}

type SubmitProps = Pick<ButtonProps, 'tone'> & { children: ReactNode }

export function ConsentSubmit({ tone, children }: SubmitProps) {
  const { pleaseWait } = useTexts()
  return (
    <button type="submit" className={buttonClass({ tone, size: 'lg', wide: true })}>
      <span data-wait={pleaseWait} aria-live="polite">
        {children}
      </span>
    </button>
  )
}

/** Copy button; needs script and is hidden without. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { copy, copied } = useTexts()
  return (
    <button type="button" data-copy={text} className={`${buttonClass({ tone: 'secondary' })} noscript:hidden`}>
      <CheckoutIcon name="copy" />
      <span aria-live="polite" data-copied={copied}>
        {copy}
      </span>
      <span className="sr-only"> {what}</span>
    </button>
  )
}

export function ConsentHeading({ children }: { children: ReactNode }) {
  return <h2 className="text-lg font-semibold text-balance">{children}</h2>
}

/** Secondary action beside the primary button. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="-mx-2 inline-flex min-h-11 items-center rounded-sm px-2 font-medium text-link underline-offset-2 hover:underline"
    >
      {children}
    </a>
  )
}

export function FormErrorMessage({ message }: { message: string }) {
  const texts = useTexts()
  return (
    <div role="alert" className="flex gap-3 rounded-md bg-bad-soft px-3.5 py-2.5 text-bad">
      <CheckoutIcon name="alert" className="mt-0.5 size-4" />
      <p className="min-w-0 wrap-anywhere">{translateError(texts, message)}</p>
    </div>
  )
}
