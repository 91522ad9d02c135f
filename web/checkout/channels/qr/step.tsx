import { offlineWindowMs } from '@adire/contract/checkout.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { CopyButton } from '../../copy.tsx'
import { OfflineWaiting } from '../../offline.tsx'
import { StepButton, StepError } from '../../step.tsx'
import { FeeLines } from '../../summary.tsx'
import type { CheckoutController } from '../../use-checkout.ts'
import { useSecondsUntil } from '../../use-countdown.ts'

/** QR code to scan with a banking app. */
export function QrStep({ checkout }: { checkout: CheckoutController }) {
  const { payment, busy, error } = checkout
  if (payment?.qr) return <Picture key={payment.qr.content} checkout={checkout} />
  if (busy === 'qr')
    return (
      <p className="flex min-h-40 items-center justify-center gap-3 text-muted">
        <Spinner /> Drawing a QR code for this payment
      </p>
    )
  return (
    <>
      <p className="text-muted">You get a QR code of your own for this payment, for 10 minutes.</p>
      <FeeLines total={payment ?? null} />
      <StepError message={error?.message} />
      <OpenButton checkout={checkout} label="Show the QR code" />
    </>
  )
}

const OpenButton = ({ checkout, label }: { checkout: CheckoutController; label: string }) => (
  <StepButton step="qr" busy={checkout.busy === 'qr'} onSend={() => void checkout.open('qr')}>
    {label}
  </StepButton>
)

function Picture({ checkout }: { checkout: CheckoutController }) {
  const { payment, renderedAt, clockOffsetMs } = checkout
  const { content, image, expiresAt } = payment!.qr!
  const secondsLeft = useSecondsUntil(expiresAt, { renderedAt, clockOffsetMs, longestMs: offlineWindowMs })
  if (secondsLeft === 0)
    return (
      <>
        <StepError message="This QR code has expired, and scanning it pays nothing." />
        <OpenButton checkout={checkout} label="Show a new QR code" />
      </>
    )
  return (
    <OfflineWaiting checkout={checkout} until={expiresAt} seconds={secondsLeft} what="QR code expires in">
      <div className="flex flex-col items-center gap-3 px-4 py-4">
        <img src={image} alt="QR code of this payment" width={224} height={224} className="rounded-md bg-white" />
        <p className="text-center text-sm text-muted">
          Scan it with the app of your bank, under NQR or "Scan to pay", and confirm the amount there.
        </p>
      </div>
      <details className="group px-4 py-2">
        <summary className="flex min-h-11 items-center font-medium text-link">Cannot scan? What the code says</summary>
        <p className="figures py-2 text-sm break-all text-ink-2">{content}</p>
        <CopyButton text={content} what="what the QR code says" />
      </details>
    </OfflineWaiting>
  )
}
