import { limits } from '@adire/contract/limits.ts'
import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'
import { useState } from 'react'
import { useTexts } from '../../../languages/use-texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { CheckoutError } from '../../checkout-error.tsx'
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
  const texts = useTexts()
  if (payment?.transfer) return <Account key={payment.accessCode} checkout={checkout} />
  if (busy === 'bank_transfer')
    return (
      <p className="flex min-h-40 items-center justify-center gap-3 text-muted">
        <Spinner /> {texts.openingAccount}
      </p>
    )
  return (
    <>
      <p className="text-muted">{texts.accountIntro}</p>
      <FeeLines total={payment ?? null} />
      <StepError message={error?.message} />
      <StepButton step="bank_transfer" onSend={() => void checkout.open('bank_transfer')}>
        {texts.getAccount}
      </StepButton>
    </>
  )
}

function Account({ checkout }: { checkout: CheckoutController }) {
  const { payment, page, renderedAt, clockOffsetMs } = checkout
  const texts = useTexts()
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
        <CheckoutError checkout={checkout} otherwise={texts.accountExpired} />
        <p className="text-muted">{texts.alreadySent}</p>
        <StepButton
          step="again"
          values={{ way: 'bank_transfer' }}
          busy={checkout.busy === 'again'}
          onSend={() => void checkout.again('bank_transfer')}
        >
          {texts.retry.bank_transfer}
        </StepButton>
      </>
    )
  return (
    <>
      <div className="card divide-y divide-line">
        <DetailRow
          label={transfer.bankName}
          action={<CopyButton text={transfer.accountNumber} what={texts.copyWhat.account} />}
        >
          <span className="figures text-2xl font-semibold whitespace-nowrap max-[359px]:text-lg">
            {transfer.accountNumber}
          </span>
          <span className="block text-sm text-ink-2 wrap-anywhere">{transfer.accountName}</span>
        </DetailRow>
        <DetailRow
          label={texts.exactAmount}
          action={
            <CopyButton
              text={formatNairaNumber(payment!.amountKobo).replaceAll(',', '')}
              what={texts.copyWhat.amount}
            />
          }
        >
          <span className="figures text-lg font-semibold whitespace-nowrap max-[359px]:text-base">
            {formatNaira(payment!.amountKobo)}
          </span>
        </DetailRow>
        <DetailRow
          label={texts.accountExpiresIn}
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
  const texts = useTexts()
  const [isSent, setIsSent] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      {isSent ? (
        <div className="flex min-h-12 items-center gap-3 rounded-md bg-soft px-4 py-2.5 text-link">
          <Spinner className="size-4 shrink-0" />
          <p role="status" className="font-medium">
            {texts.waitingTransfer}
          </p>
        </div>
      ) : (
        <Button size="lg" wide className="noscript:hidden" onClick={() => setIsSent(true)}>
          {texts.iHaveSent}
        </Button>
      )}
      <p className="text-sm text-muted">
        {isSent ? texts.receiptOnArrival(email) : texts.sendExact}
        {!isSent && <span className="noscript:hidden"> {texts.seesTransfer}</span>}
      </p>
    </div>
  )
}
