import { channelDefinitions, type HostedChannel } from '@adire/contract/channels/channels.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { buttonClass } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { CheckoutIcon } from './icons.tsx'
import { failureAdvice, PayAnotherWay, paidWith } from './paid-with.tsx'
import { paymentQuery } from './purchase.ts'
import { CheckAgain, StatusDisc, StepButton, StepError, StepTitle } from './step.tsx'
import type { CheckoutController } from './use-checkout.ts'
import { listMethods, methodLabel } from './view.ts'

/** Redirect to the bank's page, in the same tab; the bank redirects the payer back here. If the checkout is embedded in a
 * dialog, the bank's page opens in a new tab and this page polls for the outcome. */
export function BankStep({ checkout }: { checkout: CheckoutController }) {
  const { payment, error, embedder } = checkout
  return (
    <div className="flex flex-col gap-5">
      <div>
        <StepTitle>Continue to your bank</StepTitle>
        <p className="mt-1 text-muted">
          {paidWith(payment)}
          {embedder
            ? 'Your bank confirms this payment on its own page, which opens beside this one. Come back here afterwards.'
            : 'Your bank confirms this payment on its own page and then brings you back here.'}
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
          Continue to your bank
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
  return (
    <div className="flex flex-col gap-5">
      <StatusDisc tone="brand">
        <Spinner className="size-6" />
      </StatusDisc>
      <div className="flex flex-col gap-2">
        <StepTitle>Your bank has not answered yet</StepTitle>
        <p className="text-ink-2">
          Please do not pay again. We keep asking your bank, and this page changes as soon as it answers.
        </p>
        <p className="text-muted">
          It is safe to close this page: if the payment goes through, the receipt goes to {checkout.payment?.email}.
        </p>
      </div>
      <CheckAgain href={paymentQuery(checkout.payment?.accessCode)} />
    </div>
  )
}

export function FailedStep({ checkout }: { checkout: CheckoutController }) {
  const { page, payment, busy, error, reasons } = checkout
  const offered = listMethods(page)
  const same = offered.find((method) => method === payment?.channel) ?? offered[0] ?? 'card'
  const { code = '', message = 'Your bank declined it' } = payment?.failure ?? {}
  const reason = reasons[code] ?? message.replace(/([^.!?])$/, '$1.')
  const other = offered.find((method) => method !== same)
  return (
    <div className="flex flex-col gap-5">
      <StatusDisc tone="bad">
        <CheckoutIcon name="cross" className="size-7" />
      </StatusDisc>
      <div className="flex flex-col gap-2">
        <StepTitle>The payment did not go through</StepTitle>
        <p className="text-ink-2">
          {paidWith(payment)}
          {reason}
        </p>
        <p className="text-muted">
          This try has not been charged. {failureAdvice(payment)}Your e-mail address and the amount are kept.
        </p>
      </div>
      <StepError message={error?.message} />
      <Again checkout={checkout} by={same} label={channelDefinitions[same].payer.retryLabel} />
      {other && (
        <StepButton
          step="again"
          values={{ way: other }}
          tone="secondary"
          disabled={busy === 'again'}
          onSend={() => void checkout.again(other)}
        >
          Pay by {methodLabel(other).toLowerCase()} instead
        </StepButton>
      )}
    </div>
  )
}

export function ExpiredStep({ checkout }: { checkout: CheckoutController }) {
  if (checkout.payment?.failure?.code === 'paid_otherwise') return <PaidOtherwise checkout={checkout} />
  const returned = checkout.payment?.returned?.reason === 'ACCOUNT_EXPIRED' ? checkout.payment.returned : undefined
  return (
    <div className="flex flex-col gap-5">
      <StatusDisc tone="warn">
        <CheckoutIcon name="clock" className="size-7" />
      </StatusDisc>
      <div className="flex flex-col gap-2">
        <StepTitle>This payment has expired</StepTitle>
        <p className="text-ink-2">
          {returned
            ? `Your transfer of ${formatNaira(returned.amountKobo)} arrived after the account number had expired, and goes back to the account it came from.`
            : checkout.payment?.transfer
              ? 'No transfer arrived in time. If you have sent one, do not send it again: it arrives here or goes back to you.'
              : 'It was not finished in time, and nothing was charged. You can start again.'}
        </p>
      </div>
      <StepError message={checkout.error?.message} />
      <Again checkout={checkout} by={checkout.method} label="Start again" />
    </div>
  )
}

/** Shown when nothing is owed any more. A transfer that still arrived is returned: shows its amount and destination. */
function PaidOtherwise({ checkout: { page, payment } }: { checkout: CheckoutController }) {
  const { returned } = payment!
  return (
    <div className="flex flex-col gap-5">
      <StatusDisc tone="brand">
        <CheckoutIcon name="check" className="size-8" />
      </StatusDisc>
      <div className="flex flex-col gap-2">
        <StepTitle>Nothing is left to pay here</StepTitle>
        <p className="text-ink-2">
          {page.invoice ? 'This invoice' : 'This'} has been paid in another way, or is no longer owed.
        </p>
        <p className="text-ink-2">
          {returned
            ? `Your transfer of ${formatNaira(returned.amountKobo)} arrived after that. It goes back to the account it came from, usually within a day. Nothing was charged for it.`
            : 'Please do not send a transfer. If you have sent one, it goes back to the account it came from.'}
        </p>
      </div>
      {page.invoice && (
        <a href="?" className="self-start font-medium text-link underline underline-offset-2">
          See the invoice as it stands now
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
