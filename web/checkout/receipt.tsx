import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useEffect } from 'react'
import { useTexts } from '../languages/use-texts.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { formatDateTime } from '../ui/date.ts'
import { type DetailEntries, DetailList } from './detail-list.tsx'
import { postToEmbedder } from './embedder.ts'
import { methodName } from './paid-with.tsx'
import { CardChanged, SubscribedStep } from './parts.ts'
import { refreshSheet } from './refresh-sheet.ts'
import { Success } from './success.tsx'
import { describeUnits } from './summary.tsx'
import { ThanksMessage } from './thanks.tsx'
import type { CheckoutController } from './use-checkout.ts'

/** Receipt; the same on screen and in print. */
export function CheckoutReceipt({ checkout }: { checkout: CheckoutController }) {
  const { page, payment, testNote, embedder } = checkout
  const texts = useTexts()
  const isStale = page.invoice !== null && page.invoice.status !== 'paid'
  useEffect(() => {
    if (isStale) refreshSheet()
  }, [isStale])
  if (!payment) return null
  if (checkout.subscription) return <CardChanged checkout={checkout} />
  if (page.plan) return <SubscribedStep checkout={checkout} />
  const feeKobo = payment.amountKobo - payment.priceKobo
  const method = methodName(payment, texts)
  const later: Partial<Record<string, string>> = texts.later
  const rows: DetailEntries = [
    [texts.paidTo, page.businessName],
    [texts.paidFor, page.name],
    [texts.price, priceRow(payment, feeKobo)],
    [texts.fee, feeKobo > 0 ? formatNaira(feeKobo) : undefined],
    [texts.method, method],
    [texts.date, payment.paidAt && `${formatDateTime(payment.paidAt)} (Lagos)`],
    [texts.reference, payment.reference],
    [texts.sinceThen, later[payment.status]],
  ]
  return (
    <Success
      title={texts.received}
      note={
        <>
          <p className="figures mt-1 text-2xl font-semibold">{formatNaira(payment.amountKobo)}</p>
          {page.mode === 'TEST' && (
            <p className="mt-1 font-medium text-warn">
              {messages.modeLabel.TEST}: {texts.notRealMoney}
            </p>
          )}
        </>
      }
    >
      {page.hasThanks && (
        <ThanksMessage page={page} payment={payment} known={checkout.thanks} isEmbedded={embedder !== null} />
      )}
      <DetailList rows={rows} />
      <p className="text-ink-2 wrap-anywhere">{texts.copySent(payment.email)}</p>
      <Returned payment={payment} />
      {page.invoice && (
        <a href="?" className="self-start font-medium text-link underline underline-offset-2 print:hidden">
          {texts.seeInvoice}
        </a>
      )}
      {testNote && <p className="text-sm text-warn print:hidden">{testNote}</p>}
      {embedder && (
        <p className="print:hidden">
          <Button size="lg" wide onClick={() => postToEmbedder(embedder, 'close')}>
            {texts.backTo(new URL(embedder).host)}
          </Button>
        </p>
      )}
      <ReceiptLinks payment={payment} isEmbedded={embedder !== null} />
    </Success>
  )
}

/** The price of one unit and their number, or the price without the fee that is added; undefined if it is the amount above. */
function priceRow(payment: CheckoutState, feeKobo: number) {
  if (payment.quantity > 1) return describeUnits(payment)
  return feeKobo > 0 ? formatNaira(payment.priceKobo) : undefined
}

/** Links to the receipt's page, which can be printed and shared, and to its PDF. Both work without script. */
function ReceiptLinks({ payment, isEmbedded }: { payment: CheckoutState; isEmbedded: boolean }) {
  const texts = useTexts()
  const url = `/pay/receipt/${payment.accessCode}`
  const secondary = buttonClass({ tone: 'secondary', size: 'lg', wide: true })
  return (
    <p className="grid grid-cols-2 gap-2 max-[359px]:grid-cols-1 print:hidden">
      <a href={url} {...(isEmbedded && { target: '_blank', rel: 'noreferrer' })} className={secondary}>
        {texts.viewReceipt}
      </a>
      <a href={`${url}/pdf`} download className={secondary}>
        {texts.downloadPdf}
      </a>
    </p>
  )
}

/** Notice about a second transfer for a payment that was already paid. */
function Returned({ payment: { returned } }: { payment: CheckoutState }) {
  const { duplicate } = useTexts()
  if (returned?.reason !== 'DUPLICATE') return null
  return (
    <p className="rounded-md bg-warn-soft px-3.5 py-2.5 text-warn wrap-anywhere">
      {duplicate(formatNaira(returned.amountKobo))}
    </p>
  )
}
