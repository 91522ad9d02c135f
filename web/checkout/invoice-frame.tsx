import type { CheckoutPage } from '@adire/contract/checkout-schemas.ts'
import type { InvoiceSheet } from '@adire/contract/invoice-sheet-schemas.ts'
import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'
import type { ReactNode } from 'react'
import { InvoiceDocument } from '../domain/invoice-document.tsx'
import { usePageTexts } from '../languages/server-texts.ts'
import type { PageTexts } from '../languages/texts.ts'
import { useTexts } from '../languages/use-texts.tsx'
import { formatDate, formatDay } from '../ui/date.ts'
import { CheckoutIcon } from './icons.tsx'
import { LanguageSelect } from './language-select.tsx'
import { MailLink } from './mail-link.tsx'
import { StatusDisc } from './step.tsx'
import { TestBanner } from './test-banner.tsx'

type FrameProps = { page: CheckoutPage; sheet: InvoiceSheet; brand: string; children: ReactNode }

/** Invoice beside its payment form, and alone where it is printed. Rendered on the server only, as static content needs no script. */
export function InvoiceFrame({ page, sheet, brand, children }: FrameProps) {
  const texts = usePageTexts()
  const { poweredBy } = useTexts()
  // The business's document: the same in every language, as in its PDF.
  const invoiceDocument = (
    <div lang="en">
      <InvoiceDocument
        data={{ ...sheet, business: { ...sheet.business, logoUrl: page.logoUrl, brandColor: page.brandColor } }}
      />
    </div>
  )
  return (
    <div className="flex min-h-dvh flex-col">
      {page.mode === 'TEST' && <TestBanner />}
      <div className="flex flex-1 flex-col lg:grid lg:grid-cols-[minmax(0,46%)_1fr]">
        <header className="dye-quiet lg:flex lg:justify-end">
          <div className="mx-auto flex w-full max-w-[456px] flex-col px-5 py-5 lg:mx-0 lg:max-w-[560px] lg:px-12 lg:py-14">
            <div data-sheet>
              <Head sheet={sheet} />
              <div className="mt-8 text-ink max-lg:not-print:hidden">{invoiceDocument}</div>
            </div>
            <PdfLink sheet={sheet} />
            <p className="mt-auto pt-10 text-sm text-dye-3 max-lg:hidden print:hidden">{poweredBy(brand)}</p>
          </div>
        </header>
        <div className="flex flex-1 flex-col bg-surface print:hidden">
          <details className="group border-b border-line px-5 lg:hidden">
            <summary className="mx-auto flex min-h-12 max-w-[416px] list-none items-center justify-between font-medium [&::-webkit-details-marker]:hidden">
              {texts.whatFor}
              <CheckoutIcon name="down" className="size-4 transition-transform group-open:rotate-180" />
            </summary>
            <div data-sheet className="mx-auto max-w-[416px] pb-5">
              {invoiceDocument}
            </div>
          </details>
          <div className="flex flex-1 flex-col lg:sticky lg:top-0 lg:min-h-[calc(100dvh-2.5rem)] lg:flex-none">
            {children}
          </div>
        </div>
      </div>
    </div>
  )
}

function Head({ sheet }: { sheet: InvoiceSheet }) {
  const texts = usePageTexts()
  const { status, owedKobo, totalKobo, business, number } = sheet
  const isOver = status === 'paid' || status === 'cancelled'
  return (
    <div className="text-white print:hidden">
      <h1 className="font-semibold wrap-anywhere">{texts.invoiceFrom(number, business.name)}</h1>
      <p className="figures mt-3 text-3xl font-semibold whitespace-nowrap max-[359px]:text-2xl">
        <span className="text-lg font-normal tracking-normal text-dye-3">NGN</span>{' '}
        {formatNairaNumber(isOver ? totalKobo : owedKobo)}
      </p>
      <p className="mt-1 text-sm text-dye-3">{describeStatus(sheet, texts)}</p>
    </div>
  )
}

function describeStatus(
  { status, paidAt, dueOn, paidKobo, refundedKobo, refundedAt }: InvoiceSheet,
  texts: PageTexts,
): string {
  const refunded = refundedAt ? `, ${texts.refundedOn(formatNaira(refundedKobo), formatDate(refundedAt))}` : ''
  if (status === 'paid') return `${paidAt ? texts.paidOn(formatDate(paidAt)) : texts.paid}${refunded}`
  if (status === 'cancelled') return texts.invoiceCancelled
  const due = status === 'overdue' ? texts.wasDueOn(formatDay(dueOn)) : texts.dueOn(formatDay(dueOn))
  return `${paidKobo > 0 ? texts.balanceDue : texts.toPay}, ${due}`
}

function PdfLink({ sheet }: { sheet: InvoiceSheet }) {
  const { downloadPdf } = usePageTexts()
  return (
    <a
      href={sheet.pdfUrl}
      download
      className="mt-3 inline-flex min-h-11 items-center self-start text-sm font-medium text-white underline underline-offset-2 print:hidden"
    >
      {downloadPdf}
    </a>
  )
}

const isAllBack = ({ paidKobo, refundedKobo }: InvoiceSheet) => refundedKobo >= paidKobo

const selectTitle = (sheet: InvoiceSheet, texts: PageTexts) =>
  isAllBack(sheet) ? texts.paidAndRefunded : texts.paidThanks

function describeReceived(
  { business, totalKobo, paidKobo, refundedKobo, refundedAt }: InvoiceSheet,
  texts: PageTexts,
): string {
  const received = texts.hasReceived(business.name, formatNaira(paidKobo))
  const tooMuchKobo = paidKobo - refundedKobo - totalKobo
  if (tooMuchKobo > 0) return `${received}. ${texts.receivedTooMuch(formatNaira(tooMuchKobo), business.name)}`
  return refundedAt
    ? `${received}, ${texts.gaveBack(formatNaira(refundedKobo), formatDate(refundedAt))}. ${texts.nothingToDo}`
    : `${received}. ${texts.nothingToDo}`
}

/** Shown instead of the form when the invoice is paid or cancelled. */
export function InvoiceEnded({ sheet }: { sheet: InvoiceSheet }) {
  const texts = usePageTexts()
  const isPaid = sheet.status === 'paid'
  return (
    <main className="mx-auto w-full max-w-[416px] flex-1 px-5 py-8 lg:mx-0 lg:ml-16 lg:px-0 lg:pt-[clamp(48px,16vh,152px)]">
      <StatusDisc tone={isPaid ? 'ok' : 'warn'}>
        <CheckoutIcon name={isPaid ? 'check' : 'alert'} className="size-8" />
      </StatusDisc>
      <h2 className="mt-5 text-lg font-semibold text-balance">
        {isPaid ? selectTitle(sheet, texts) : texts.wasCancelled}
      </h2>
      <p className="mt-2 text-ink-2">
        {isPaid ? describeReceived(sheet, texts) : texts.withdrawn(sheet.business.name)}
      </p>
      <p className="mt-4 text-muted wrap-anywhere">
        {texts.questions} <MailLink address={sheet.business.email} />
      </p>
      <LanguageSelect />
    </main>
  )
}
