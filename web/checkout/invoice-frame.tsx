import type { CheckoutPage, InvoiceSheet } from '@adire/contract/checkout-schemas.ts'
import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'
import type { ReactNode } from 'react'
import { InvoiceDocument } from '../domain/invoice-document.tsx'
import { formatDate, formatDay } from '../ui/date.ts'
import { CheckoutIcon } from './icons.tsx'
import { MailLink } from './mail-link.tsx'
import { StatusDisc } from './step.tsx'
import { TestBanner } from './test-banner.tsx'

type FrameProps = { page: CheckoutPage; sheet: InvoiceSheet; brand: string; children: ReactNode }

/** Invoice beside its payment form. Rendered on the server only, as static content needs no script. */
export function InvoiceFrame({ page, sheet, brand, children }: FrameProps) {
  const invoiceDocument = (
    <InvoiceDocument data={{ ...sheet, business: { ...sheet.business, logoUrl: page.logoUrl } }} />
  )
  return (
    <div className="flex min-h-dvh flex-col">
      {page.mode === 'TEST' && <TestBanner />}
      <div className="flex flex-1 flex-col lg:grid lg:grid-cols-[minmax(0,46%)_1fr]">
        <header className="dye-quiet lg:flex lg:justify-end">
          <div className="mx-auto flex w-full max-w-[456px] flex-col px-5 py-5 lg:mx-0 lg:max-w-[560px] lg:px-12 lg:py-14">
            <Head sheet={sheet} />
            <div className="mt-8 text-ink max-lg:hidden">{invoiceDocument}</div>
            <PdfLink sheet={sheet} />
            <p className="mt-auto pt-10 text-sm text-dye-3 max-lg:hidden print:hidden">Powered by {brand}</p>
          </div>
        </header>
        <div className="flex flex-1 flex-col bg-surface">
          <details className="group border-b border-line px-5 lg:hidden print:hidden">
            <summary className="mx-auto flex min-h-12 max-w-[416px] list-none items-center justify-between font-medium [&::-webkit-details-marker]:hidden">
              What you are paying for
              <CheckoutIcon name="down" className="size-4 transition-transform group-open:rotate-180" />
            </summary>
            <div className="mx-auto max-w-[416px] pb-5">{invoiceDocument}</div>
          </details>
          {children}
        </div>
      </div>
    </div>
  )
}

function Head({ sheet }: { sheet: InvoiceSheet }) {
  const { status, owedKobo, totalKobo, business, number } = sheet
  const isOver = status === 'paid' || status === 'cancelled'
  return (
    <div className="text-white">
      <h1 className="font-semibold wrap-anywhere">
        Invoice {number} from {business.name}
      </h1>
      <p className="figures mt-3 text-3xl font-semibold whitespace-nowrap max-[359px]:text-2xl">
        <span className="text-lg font-normal tracking-normal text-dye-3">NGN</span>{' '}
        {formatNairaNumber(isOver ? totalKobo : owedKobo)}
      </p>
      <p className="mt-1 text-sm text-dye-3">{describeStatus(sheet)}</p>
    </div>
  )
}

function describeStatus({ status, paidAt, dueOn, paidKobo, refundedKobo, refundedAt }: InvoiceSheet): string {
  const refunded = refundedAt ? `, ${formatNaira(refundedKobo)} refunded on ${formatDate(refundedAt)}` : ''
  if (status === 'paid') return `${paidAt ? `Paid on ${formatDate(paidAt)}` : 'Paid'}${refunded}`
  if (status === 'cancelled') return 'Cancelled'
  const due = status === 'overdue' ? `was due on ${formatDay(dueOn)}` : `due on ${formatDay(dueOn)}`
  return paidKobo > 0 ? `Balance due, ${due}` : `To pay, ${due}`
}

const PdfLink = ({ sheet }: { sheet: InvoiceSheet }) => (
  <a
    href={sheet.pdfUrl}
    download
    className="mt-3 inline-flex min-h-11 items-center self-start text-sm font-medium text-white underline underline-offset-2 print:hidden"
  >
    Download as PDF
  </a>
)

const isAllBack = ({ paidKobo, refundedKobo }: InvoiceSheet) => refundedKobo >= paidKobo

const selectTitle = (sheet: InvoiceSheet) =>
  isAllBack(sheet) ? 'This invoice was paid and refunded' : 'This invoice is paid. Thank you!'

function describeReceived({ business, totalKobo, paidKobo, refundedKobo, refundedAt }: InvoiceSheet): string {
  const received = `${business.name} has received ${formatNaira(paidKobo)}`
  const tooMuchKobo = paidKobo - refundedKobo - totalKobo
  if (tooMuchKobo > 0)
    return `${received}. That is ${formatNaira(tooMuchKobo)} more than the invoice. Ask ${business.name} to send it back.`
  return refundedAt
    ? `${received}, and gave back ${formatNaira(refundedKobo)} on ${formatDate(refundedAt)}. Nothing more is to be done.`
    : `${received}. Nothing more is to be done.`
}

/** Shown instead of the form when the invoice is paid or cancelled. */
export function InvoiceEnded({ sheet }: { sheet: InvoiceSheet }) {
  const isPaid = sheet.status === 'paid'
  return (
    <main className="mx-auto w-full max-w-[416px] flex-1 px-5 py-8 lg:mx-0 lg:ml-16 lg:px-0 lg:pt-[clamp(48px,16vh,152px)]">
      <StatusDisc tone={isPaid ? 'ok' : 'warn'}>
        <CheckoutIcon name={isPaid ? 'check' : 'alert'} className="size-8" />
      </StatusDisc>
      <h2 className="mt-5 text-lg font-semibold text-balance">
        {isPaid ? selectTitle(sheet) : 'This invoice was cancelled'}
      </h2>
      <p className="mt-2 text-ink-2">
        {isPaid ? describeReceived(sheet) : `${sheet.business.name} has withdrawn it, and nothing is to be paid.`}
      </p>
      <p className="mt-4 text-muted wrap-anywhere">
        Questions? Write to <MailLink address={sheet.business.email} />
      </p>
    </main>
  )
}
