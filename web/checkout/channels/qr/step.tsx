import { offlineWindowMs } from '@adire/contract/checkout.ts'
import { useTexts } from '../../../languages/use-texts.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { CheckoutError } from '../../checkout-error.tsx'
import { CopyButton } from '../../copy.tsx'
import { OfflineWaiting } from '../../offline.tsx'
import { StepButton, StepError } from '../../step.tsx'
import { FeeLines } from '../../summary.tsx'
import type { CheckoutController } from '../../use-checkout.ts'
import { useSecondsUntil } from '../../use-countdown.ts'

/** QR code to scan with a banking app. */
export function QrStep({ checkout }: { checkout: CheckoutController }) {
  const { payment, busy, error } = checkout
  const texts = useTexts()
  if (payment?.qr) return <Picture key={payment.qr.content} checkout={checkout} />
  if (busy === 'qr')
    return (
      <p className="flex min-h-40 items-center justify-center gap-3 text-muted">
        <Spinner /> {texts.drawingQr}
      </p>
    )
  return (
    <>
      <p className="text-muted">{texts.qrIntro}</p>
      <FeeLines total={payment ?? null} />
      <StepError message={error?.message} />
      <OpenButton checkout={checkout} label={texts.showQr} />
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
  const texts = useTexts()
  const { content, image, expiresAt } = payment!.qr!
  const secondsLeft = useSecondsUntil(expiresAt, { renderedAt, clockOffsetMs, longestMs: offlineWindowMs })
  if (secondsLeft === 0)
    return (
      <>
        <CheckoutError checkout={checkout} otherwise={texts.qrExpired} />
        <OpenButton checkout={checkout} label={texts.showNewQr} />
      </>
    )
  return (
    <OfflineWaiting checkout={checkout} until={expiresAt} seconds={secondsLeft} what={texts.qrExpiresIn}>
      <div className="flex flex-col items-center gap-3 px-4 py-4">
        <img src={image} alt={texts.qrPicture} width={224} height={224} className="rounded-md bg-white" />
        <p className="text-center text-sm text-muted">{texts.scanIt}</p>
        {/* A phone cannot scan its own screen, but the app of a bank opens a saved picture. */}
        <a
          href={image}
          download="qr-code.png"
          className={`pointer-fine:hidden! ${buttonClass({ tone: 'secondary', size: 'md', wide: true })}`}
        >
          {texts.saveQr}
        </a>
      </div>
      <details className="group px-4 py-2">
        <summary className="flex min-h-11 items-center font-medium text-link">{texts.cannotScan}</summary>
        <p className="figures py-2 text-sm break-all text-ink-2">{content}</p>
        <CopyButton text={content} what={texts.copyWhat.qr} />
      </details>
    </OfflineWaiting>
  )
}
