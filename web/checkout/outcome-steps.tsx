import type { HostedChannel } from '@adire/contract/channels/channels.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useTexts } from '../languages/use-texts.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { CheckoutError } from './checkout-error.tsx'
import { CheckoutIcon } from './icons.tsx'
import { failureAdvice, PayAnotherWay, paidWith } from './paid-with.tsx'
import { paymentQuery } from './purchase.ts'
import { CheckAgain, StatusDisc, StepButton, StepError, StepTitle } from './step.tsx'
import type { CheckoutController } from './use-checkout.ts'
import { listMethods } from './view.ts'

/** Redirect to the bank's page, in the same tab; the bank redirects the payer back here. If the checkout is embedded in a
 * dialog, the bank's page opens in a new tab and this page polls for the outcome. */
export function BankStep({ checkout }: { checkout: CheckoutController }) {
  const { page, payment, error, embedder } = checkout
  const texts = useTexts()
  return (
    <div className="flex flex-col gap-5">
      <div>
        <StepTitle>{page.cardPage ? texts.payBy(texts.methods.card) : texts.toBank}</StepTitle>
        <p className="mt-1 text-muted">
          {paidWith(payment, texts)}
          {page.cardPage ? texts.cardPage : embedder ? texts.bankPageBeside : texts.bankPage}
        </p>
      </div>
      <StepError message={error?.message} />
      {payment?.openUrl && (
        <a
          href={payment.openUrl}
          // A bank's page can't be framed.
          {...(embedder && { target: '_blank', rel: 'noreferrer' })}
          className={buttonClass({ size: 'lg', wide: true })}
        >
          {page.cardPage ? texts.continue : texts.toBank}
          <CheckoutIcon name="leave" />
        </a>
      )}
      <p>
        <PayAnotherWay checkout={checkout} />
      </p>
    </div>
  )
}

/** Shown while the outcome is unknown: neither paid nor declined, with what happens next. */
export function WaitingStep({ checkout }: { checkout: CheckoutController }) {
  const texts = useTexts()
  return (
    <div className="flex flex-col gap-5">
      <StatusDisc tone="brand">
        <Spinner className="size-6" />
      </StatusDisc>
      <div className="flex flex-col gap-2">
        <StepTitle>{texts.notAnswered}</StepTitle>
        <p className="text-ink-2">{texts.doNotPayAgain}</p>
        <p className="text-muted">{texts.receiptIfPaid(checkout.payment?.email ?? '')}</p>
      </div>
      <CheckAgain href={paymentQuery(checkout.payment?.accessCode)} />
    </div>
  )
}

export function FailedStep({ checkout }: { checkout: CheckoutController }) {
  const { page, payment, busy, reasons } = checkout
  const texts = useTexts()
  const offered = listMethods(page)
  const same = offered.find((method) => method === payment?.channel) ?? offered[0] ?? 'card'
  const { code = '', message = texts.declined } = payment?.failure ?? {}
  const reason = reasons[code] ?? message.replace(/([^.!?])$/, '$1.')
  const other = offered.find((method) => method !== same)
  return (
    <div className="flex flex-col gap-5">
      <StatusDisc tone="bad">
        <CheckoutIcon name="cross" className="size-7" />
      </StatusDisc>
      <div className="flex flex-col gap-2">
        <StepTitle>{texts.notThrough}</StepTitle>
        <p className="text-ink-2">
          {paidWith(payment, texts)}
          {reason}
        </p>
        <p className="text-muted">
          {texts.notCharged} {failureAdvice(payment, texts)}
          {texts.detailsKept}
        </p>
      </div>
      <CheckoutError checkout={checkout} />
      <Again checkout={checkout} by={same} label={texts.retry[same]} />
      {other && (
        <StepButton
          step="again"
          values={{ way: other }}
          tone="secondary"
          disabled={busy === 'again'}
          onSend={() => void checkout.again(other)}
        >
          {texts.payByInstead(texts.methods[other])}
        </StepButton>
      )}
    </div>
  )
}

export function ExpiredStep({ checkout }: { checkout: CheckoutController }) {
  const texts = useTexts()
  if (checkout.payment?.failure?.code === 'paid_otherwise') return <PaidOtherwise checkout={checkout} />
  const returned = checkout.payment?.returned?.reason === 'ACCOUNT_EXPIRED' ? checkout.payment.returned : undefined
  return (
    <div className="flex flex-col gap-5">
      <StatusDisc tone="warn">
        <CheckoutIcon name="clock" className="size-7" />
      </StatusDisc>
      <div className="flex flex-col gap-2">
        <StepTitle>{texts.expired}</StepTitle>
        <p className="text-ink-2">
          {returned
            ? texts.arrivedLate(formatNaira(returned.amountKobo))
            : checkout.payment?.transfer
              ? texts.noTransfer
              : texts.notFinished}
        </p>
      </div>
      <CheckoutError checkout={checkout} />
      <Again checkout={checkout} by={checkout.method} label={texts.startAgain} />
    </div>
  )
}

/** Shown when nothing is owed any more. A transfer that still arrived is returned: shows its amount and destination. */
function PaidOtherwise({ checkout: { page, payment } }: { checkout: CheckoutController }) {
  const { returned } = payment!
  const texts = useTexts()
  return (
    <div className="flex flex-col gap-5">
      <StatusDisc tone="brand">
        <CheckoutIcon name="check" className="size-8" />
      </StatusDisc>
      <div className="flex flex-col gap-2">
        <StepTitle>{texts.nothingLeft}</StepTitle>
        <p className="text-ink-2">{page.invoice ? texts.invoicePaidOtherwise : texts.paidOtherwise}</p>
        <p className="text-ink-2">
          {returned ? texts.arrivedAfter(formatNaira(returned.amountKobo)) : texts.doNotTransfer}
        </p>
      </div>
      {page.invoice && (
        <a href="?" className="self-start font-medium text-link underline underline-offset-2">
          {texts.seeInvoice}
        </a>
      )}
    </div>
  )
}

function Again({ checkout, by, label }: { checkout: CheckoutController; by: HostedChannel; label: string }) {
  return (
    <StepButton
      step="again"
      values={{ way: by }}
      busy={checkout.busy === 'again'}
      onSend={() => void checkout.again(by)}
    >
      {label}
    </StepButton>
  )
}
