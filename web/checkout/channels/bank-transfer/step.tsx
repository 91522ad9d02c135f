import { limits } from '@adire/contract/limits.ts'
import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { CopyButton } from '../../copy.tsx'
import { TestOutcomes } from '../../parts.ts'
import { paymentQuery } from '../../purchase.ts'
import { DetailRow, TimeLeft } from '../../row.tsx'
import { CheckAgain, StepButton, StepError } from '../../step.tsx'
import { FeeLines } from '../../summary.tsx'
import type { CheckoutController } from '../../use-checkout.ts'
import { useSecondsUntil } from '../../use-countdown.ts'

/** Account number for a transfer, valid for this payment only. */
export function TransferStep({ checkout }: { checkout: CheckoutController }) {
  const { payment, busy, error } = checkout
  if (payment?.transfer) return <Account key={payment.accessCode} checkout={checkout} />
  if (busy === 'bank_transfer')
    return (
      <p className="flex min-h-40 items-center justify-center gap-3 text-muted">
        <Spinner /> Opening an account number for this payment
      </p>
    )
  return (
    <>
      <p className="text-muted">You get an account number of your own for this payment, for 30 minutes.</p>
      <FeeLines total={payment ?? null} />
      <StepError message={error?.message} />
      <StepButton step="bank_transfer" onSend={() => void checkout.open('bank_transfer')}>
        Get the account number
      </StepButton>
    </>
  )
}

function Account({ checkout }: { checkout: CheckoutController }) {
  const { payment, page, renderedAt, clockOffsetMs } = checkout
  const transfer = payment!.transfer!
  const secondsLeft = useSecondsUntil(transfer.expiresAt, {
    renderedAt,
    clockOffsetMs,
    longestMs: limits.transferWindowMs,
  })
  const returned = payment!.failure?.message
  if (secondsLeft === 0)
    return (
      <>
        <StepError message="This account number has expired. Do not send money to it: it would be sent back." />
        <p className="text-muted">If you have already sent it, leave this page open: we are still looking.</p>
        <StepButton
          step="again"
          values={{ way: 'bank_transfer' }}
          busy={checkout.busy === 'again'}
          onSend={() => void checkout.again('bank_transfer')}
        >
          Get a new account number
        </StepButton>
      </>
    )
  return (
    <>
      <div className="card divide-y divide-line">
        <DetailRow
          label={transfer.bankName}
          action={<CopyButton text={transfer.accountNumber} what="account number" />}
        >
          <span className="figures text-2xl font-semibold max-[359px]:text-xl">{transfer.accountNumber}</span>
          <span className="block text-sm text-ink-2 wrap-anywhere">{transfer.accountName}</span>
        </DetailRow>
        <DetailRow
          label="Exact amount"
          action={<CopyButton text={formatNairaNumber(payment!.amountKobo).replaceAll(',', '')} what="amount" />}
        >
          <span className="figures text-lg font-semibold">{formatNaira(payment!.amountKobo)}</span>
        </DetailRow>
        <DetailRow
          label="Account number expires in"
          action={<TimeLeft until={transfer.expiresAt} seconds={secondsLeft} />}
        />
      </div>
      <FeeLines total={payment ?? null} />
      <StepError message={returned} />
      <Sent email={payment!.email} />
      <CheckAgain href={paymentQuery(payment!.accessCode)} />
      {page.mode === 'TEST' && <TestOutcomes checkout={checkout} device="bank" />}
    </>
  )
}

/** "I have sent it" button. It changes nothing on the server: the page polls anyway, but it shows the payer that it does. */
function Sent({ email }: { email: string }) {
  const [isSent, setIsSent] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      {isSent ? (
        <div className="flex min-h-12 items-center gap-3 rounded-md bg-soft px-4 py-2.5 text-link">
          <Spinner className="size-4 shrink-0" />
          <p role="status" className="font-medium">
            Waiting for your transfer to arrive
          </p>
        </div>
      ) : (
        <Button size="lg" wide className="noscript:hidden" onClick={() => setIsSent(true)}>
          I have sent it
        </Button>
      )}
      <p className="text-sm text-muted">
        {isSent
          ? `It is safe to close this page. The receipt goes to ${email} as soon as the money arrives.`
          : 'Send the exact amount from your bank’s app. Any other amount is sent back to you.'}
        {!isSent && <span className="noscript:hidden"> This page sees the transfer by itself.</span>}
      </p>
    </div>
  )
}
