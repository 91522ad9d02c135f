import type { PageProps } from '@adire/contract/checkout-page-props.ts'
import { useEffect, useRef } from 'react'
import { useTexts } from '../languages/use-texts.tsx'
import { OfflineBar } from '../ui/offline.tsx'
import { DetailsStep } from './details-step.tsx'
import { LanguageSelect } from './language-select.tsx'
import { MailLink } from './mail-link.tsx'
import { BankStep, ChallengeStep, ExpiredStep, FailedStep, WaitingStep } from './parts.ts'
import { PayStep } from './pay-step.tsx'
import { CheckoutReceipt } from './receipt.tsx'
import type { SandboxAccount, SandboxCard } from './sandbox-instruments.ts'
import { focusStep, nameStep } from './step.tsx'
import { CheckoutSummary } from './summary.tsx'
import { TestBanner } from './test-banner.tsx'
import { type CheckoutController, useCheckout } from './use-checkout.ts'
import { type CheckoutView, calculateTotal } from './view.ts'

export interface CheckoutProps extends PageProps {
  /** Empty in live mode. */
  sandboxCards: readonly SandboxCard[]
  sandboxAccounts: readonly SandboxAccount[]
  /** Failure messages for the payer, by failure code. */
  reasons: Readonly<Record<string, string>>
}

const steps: Record<CheckoutView, (props: { checkout: CheckoutController }) => React.ReactNode> = {
  details: DetailsStep,
  pay: PayStep,
  challenge: ChallengeStep,
  bank: BankStep,
  waiting: WaitingStep,
  paid: CheckoutReceipt,
  failed: FailedStep,
  expired: ExpiredStep,
}

export function CheckoutPageView(props: CheckoutProps) {
  const { page, brand } = props
  const checkout = useCheckout(props)
  const { payment, payer, view } = checkout
  const texts = useTexts()
  // Live region for a payer whose focus is elsewhere; the heading, which receives the focus, has the details.
  const statusTexts: Partial<Record<CheckoutView, string>> = texts.status
  const Step = steps[view]
  useStepFocus(payment ? `${view} ${payment.step}` : view, outcomes.has(view))
  const main = (
    <main className="flex flex-1 flex-col bg-surface px-5 lg:px-16">
      <div className="mx-auto w-full max-w-[416px] flex-1 py-8 lg:mx-0 lg:pt-[clamp(48px,16vh,152px)]">
        <Step checkout={checkout} />
      </div>
      <Foot page={page} brand={brand} />
    </main>
  )
  const announced = (
    <p role="status" className="sr-only">
      {statusTexts[view]}
    </p>
  )
  // An invoice has its own frame, which the server renders around this.
  if (page.invoice)
    return (
      <>
        <OfflineBar message={texts.offline} />
        {announced}
        {main}
      </>
    )
  return (
    <div className="flex min-h-dvh flex-col">
      <OfflineBar message={texts.offline} />
      {page.mode === 'TEST' && <TestBanner />}
      {announced}
      <div className="flex flex-1 flex-col lg:grid lg:grid-cols-[42%_1fr]">
        <CheckoutSummary page={page} total={calculateTotal(page, payment, payer)} brand={brand.name} />
        {main}
      </div>
    </div>
  )
}

function Foot({ page, brand }: Pick<PageProps, 'page' | 'brand'>) {
  const texts = useTexts()
  const contact = page.supportEmail ?? brand.helpEmail
  return (
    <footer className="mx-auto w-full max-w-[416px] border-t border-line py-5 text-sm text-muted lg:mx-0 print:hidden">
      <p className="wrap-anywhere">
        {texts.contact} <MailLink address={contact} />
      </p>
      <p className="mt-1 lg:hidden">{texts.poweredBy(brand.name)}</p>
      <LanguageSelect />
    </footer>
  )
}

/** Views that a payer sees after coming back from the page of the bank. */
const outcomes: ReadonlySet<CheckoutView> = new Set(['waiting', 'paid', 'failed', 'expired'])

/** Moves focus to the heading of a new step or an outcome, so that it is announced; another first step is left to the browser. The
 * browser's title names every step but the first. */
function useStepFocus(step: string, isOutcome: boolean) {
  const lastStep = useRef(step)
  useEffect(() => {
    const isFirst = lastStep.current === step
    if (!isFirst || isOutcome) focusStep(isFirst)
    else if (step !== 'details') nameStep()
    lastStep.current = step
  }, [step, isOutcome])
}
