import { type ReceiptProps, type ReceiptSheet, receiptTexts } from '@adire/contract/checkout-page-props.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { buttonClass } from '../ui/button.tsx'
import { DetailList } from './detail-list.tsx'
import { MailLink } from './mail-link.tsx'
import { MerchantLogo } from './summary.tsx'
import { TestBanner } from './test-banner.tsx'

/** Receipt of a payment or a refund, on screen and in print. Rendered on the server only. */
export function ReceiptPage({ receipt, brand }: ReceiptProps) {
  if (!receipt) return <NoReceipt brand={brand} />
  return (
    <div className="flex min-h-dvh flex-col">
      {receipt.isTest && <TestBanner />}
      <main className="flex flex-1 flex-col items-center bg-surface px-5 py-8 sm:py-14 print:py-0">
        <Receipt receipt={receipt} />
        <p className="mt-10 text-sm text-muted">Powered by {brand.name}</p>
      </main>
    </div>
  )
}

function Receipt({ receipt }: { receipt: ReceiptSheet }) {
  const { business, amountKobo, rows, pdfUrl, isTest } = receipt
  const { title, question } = receiptTexts[receipt.of]
  return (
    <article className="flex w-full max-w-[520px] flex-col gap-6">
      <div className="flex items-center gap-3">
        <MerchantLogo page={{ businessName: business.name, logoUrl: business.logoUrl }} />
        <div className="min-w-0 wrap-anywhere">
          <p className="font-semibold">{business.name}</p>
          {business.registration && <p className="text-sm text-muted">{business.registration}</p>}
        </div>
      </div>
      <div>
        <h1 className="text-lg font-semibold">{title}</h1>
        <p className="figures mt-1 text-2xl font-semibold wrap-anywhere">{formatNaira(amountKobo)}</p>
        {isTest && <p className="mt-1 font-medium text-warn">Test Mode: this is not a receipt for real money.</p>}
      </div>
      <DetailList rows={rows} />
      <p className="wrap-anywhere text-ink-2">
        {question} Write to <MailLink address={business.email} />
      </p>
      <a
        href={pdfUrl}
        download
        className={`${buttonClass({ tone: 'secondary', size: 'lg', wide: true })} print:hidden`}
      >
        Download PDF
      </a>
    </article>
  )
}

const NoReceipt = ({ brand }: Pick<ReceiptProps, 'brand'>) => (
  <main className="flex min-h-dvh flex-col items-center justify-center bg-surface px-6 py-12 text-center">
    <h1 className="text-xl font-semibold">Receipt not found</h1>
    <p className="mt-3 max-w-sm text-balance text-muted">
      The link may be incomplete. Open it from your receipt email again, or ask the business.
    </p>
    <p className="mt-4 max-w-sm text-muted wrap-anywhere">
      For help, write to {brand.name} at <MailLink address={brand.helpEmail} />
    </p>
  </main>
)
