import { type FormEvent, type MouseEvent, type ReactNode, type Ref, useEffect } from 'react'
import { translateError, useTexts } from '../languages/use-texts.tsx'
import { type ButtonProps, buttonClass } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { CheckoutIcon } from './icons.tsx'

/** The heading of the step gets the focus when it is rendered, because its file is still loading. */
let awaited = false

/** `isFirst`: the heading may be that of the server, which the browser replaces when the file of the step has loaded. */
export function focusStep(isFirst = false) {
  const heading = document.getElementById('step')
  heading?.focus()
  awaited = isFirst || !heading
  nameStep()
}

let pageTitle: string | undefined

/** Puts the heading of the step in front of the page's title, for the tab and the history: "Payment received | Pay Tola Atelier". */
export function nameStep() {
  const heading = document.getElementById('step')?.textContent
  pageTitle ??= document.title
  if (heading) document.title = `${heading} | ${pageTitle}`
}

/** Heading of every step; receives the focus when the step changes, so that screen readers announce it. */
export function StepTitle({ children }: { children: ReactNode }) {
  useEffect(() => {
    if (awaited) focusStep()
  }, [])
  return (
    <h2 id="step" tabIndex={-1} className="text-lg font-semibold text-balance outline-none">
      {children}
    </h2>
  )
}

/** Status icon above a step without input. */
export function StatusDisc({ tone, children }: { tone: 'ok' | 'bad' | 'warn' | 'brand'; children: ReactNode }) {
  return (
    <div className={`flex size-14 items-center justify-center rounded-full ${discs[tone]}`} aria-hidden="true">
      {children}
    </div>
  )
}

const discs = {
  ok: 'bg-ok text-surface',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  brand: 'bg-soft text-link',
}

/** Error that belongs to no field. `children`: what the payer can do about it. */
export function StepError({ message, children }: { message: string | undefined; children?: ReactNode }) {
  const texts = useTexts()
  if (!message) return null
  return (
    <div role="alert" className="flex gap-3 rounded-md bg-bad-soft px-3.5 py-2.5 text-bad">
      <CheckoutIcon name="alert" className="mt-0.5 size-4" />
      <div className="min-w-0 wrap-anywhere">
        <p>{translateError(texts, message)}</p>
        {children}
      </div>
    </div>
  )
}

/** Secondary action below the primary button. Without script, `href` leads to the same step. */
export function TextLink({ href, onClick, children }: { href: string; onClick: () => void; children: ReactNode }) {
  return (
    <a
      href={href}
      onClick={unlessElsewhere(onClick)}
      className="-mx-2 inline-flex min-h-11 items-center rounded-sm px-2 font-medium text-link underline-offset-2 hover:underline"
    >
      {children}
    </a>
  )
}

/** Click handler that runs `act` instead of following the link, unless the click opens a new tab or window. */
export const unlessElsewhere = (act: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  act()
}

type Values = Readonly<Record<string, string | number | null | undefined>>

export interface StepFormProps {
  /** Name of the action that the server runs (`forms.ts`) if there is no script. */
  step: string
  values?: Values
  onSend: (event: FormEvent<HTMLFormElement>) => void
  ref?: Ref<HTMLFormElement>
  className?: string
  children: ReactNode
}

/** Form that works with and without script: without, it is posted to the page's own URL; with it, `onSend` is called instead. */
export function StepForm({ step, values = {}, onSend, children, ...rest }: StepFormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSend(event)
  }
  return (
    <form {...rest} noValidate method="post" onSubmit={send}>
      {Object.entries({ step, ...values }).map(
        ([name, value]) => value != null && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
    </form>
  )
}

type StepButtonProps = SubmitStepProps & { step: string; values?: Values; onSend: () => void }

type SubmitStepProps = Pick<ButtonProps, 'busy' | 'tone' | 'icon' | 'disabled' | 'children'>

/** Primary button of a step's form. Unlike `Button` it works before hydration, as the server accepts the form too. */
export function SubmitStep({ busy, tone, icon, disabled, children }: SubmitStepProps) {
  const { pleaseWait } = useTexts()
  return (
    <button
      type="submit"
      disabled={disabled}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : undefined}
      className={`${buttonClass({ tone, size: 'lg', wide: true })} wrap-anywhere`}
    >
      {busy ? <Spinner /> : icon}
      <span aria-live="polite">{busy ? pleaseWait : children}</span>
    </button>
  )
}

/** Form that consists of one button. */
export function StepButton({ step, values, onSend, ...button }: StepButtonProps) {
  return (
    <StepForm step={step} values={values} onSend={() => onSend()}>
      <SubmitStep {...button} />
    </StepForm>
  )
}

/** Without script: link that reloads the page, instead of polling. */
export function CheckAgain({ href }: { href: string }) {
  const { checkAgain } = useTexts()
  return (
    <noscript>
      <a href={href} className={buttonClass({ tone: 'secondary', size: 'lg', wide: true })}>
        {checkAgain}
      </a>
    </noscript>
  )
}
