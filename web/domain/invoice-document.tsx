import { formatQuantity, taxLabel } from '@adire/contract/invoice-totals.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { formatDate, formatDay } from '../ui/date.ts'

export interface InvoiceDocumentData {
  /** Null until the invoice has a number. */
  number: string | null
  business: {
    name: string
    email: string
    phone: string | null
    address: string | null
    registration: string | null
    logoUrl: string | null
    brandColor: string | null
  }
  customer: { name: string | null; email: string }
  issuedAt: string | null
  dueOn: string | null
  lines: readonly { description: string; quantity: number; unitPriceKobo: number; amountKobo: number }[]
  subtotalKobo: number
  discountKobo: number
  taxBasisPoints: number
  taxKobo: number
  totalKobo: number
  paidKobo: number
  refundedKobo: number
  refundedAt: string | null
  owedKobo: number
  note: string | null
}

/** Invoice as the customer sees it: in the editor, on its own page, and on the payment page. */
export function InvoiceDocument({ data, level = 'h2' }: { data: InvoiceDocumentData; level?: 'h2' | 'h3' }) {
  const { number, business, customer, issuedAt, dueOn, lines, note } = data
  const Heading = level
  return (
    <article aria-label={number ? `Invoice ${number}` : 'Invoice'} className="card overflow-clip">
      {business.brandColor && <BrandBar color={business.brandColor} />}
      <header className="flex items-start justify-between gap-4 border-b border-line p-5 sm:p-6">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{business.name}</p>
          {[business.address, business.email, business.phone, business.registration].map(
            (line) =>
              line && (
                <p key={line} className="text-sm text-muted wrap-anywhere">
                  {line}
                </p>
              ),
          )}
        </div>
        {business.logoUrl && (
          <img
            src={business.logoUrl}
            alt=""
            width={70}
            height={54}
            className="h-[54px] w-[70px] shrink-0 rounded-sm object-cover"
          />
        )}
      </header>
      <div className="flex flex-col gap-5 p-5 sm:p-6">
        <div className="flex flex-wrap justify-between gap-x-8 gap-y-4">
          <div className="min-w-0">
            <Heading className="text-md font-semibold">Invoice {number}</Heading>
            <p className="mt-1 text-sm text-muted">Billed to</p>
            <p className="wrap-anywhere">{customer.name ?? customer.email}</p>
            {customer.name && <p className="text-sm text-muted wrap-anywhere">{customer.email}</p>}
          </div>
          <dl className="figures grid grid-cols-[auto_auto] content-start gap-x-4 gap-y-1 text-sm">
            {issuedAt && <SummaryRow label="Issued">{formatDate(issuedAt)}</SummaryRow>}
            {dueOn && <SummaryRow label="Due">{formatDay(dueOn)}</SummaryRow>}
          </dl>
        </div>
        <ul className="divide-y divide-line border-y border-line">
          {lines.map(({ description, quantity, unitPriceKobo, amountKobo }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, only their position
            <li key={index} className="flex flex-wrap items-baseline gap-x-6 py-2.5">
              <span className="min-w-0 grow basis-40">
                <span className="block wrap-anywhere">{description || '\u2014'}</span>
                {quantity !== 1 && (
                  <span className="figures block text-sm text-muted">
                    {formatQuantity(quantity)} × {formatNaira(unitPriceKobo)}
                  </span>
                )}
              </span>
              <span className="figures ml-auto whitespace-nowrap">{formatNaira(amountKobo)}</span>
            </li>
          ))}
        </ul>
        <Sums {...data} />
        {note && <p className="text-sm whitespace-pre-line text-ink-2 wrap-anywhere">{note}</p>}
      </div>
    </article>
  )
}

/** Bar in the colour of the business, as in the PDF. A picture, because pages of payers allow no inline styles. */
const BrandBar = ({ color }: { color: string }) => (
  <svg className="block h-1.5 w-full" aria-hidden="true">
    <rect width="100%" height="100%" fill={color} />
  </svg>
)

/** Totals; rows of 0 are omitted. */
function Sums(data: InvoiceDocumentData) {
  const { subtotalKobo, discountKobo, taxBasisPoints, taxKobo, totalKobo, paidKobo, owedKobo } = data
  const { refundedKobo, refundedAt } = data
  const hasParts = discountKobo > 0 || taxKobo > 0
  return (
    <dl className="figures ml-auto flex w-full max-w-80 flex-col gap-y-1.5">
      {hasParts && <SumRow label="Subtotal">{formatNaira(subtotalKobo)}</SumRow>}
      {discountKobo > 0 && <SumRow label="Discount">{formatNaira(-discountKobo)}</SumRow>}
      {taxKobo > 0 && <SumRow label={taxLabel(taxBasisPoints)}>{formatNaira(taxKobo)}</SumRow>}
      <SumRow label="Total" strong={paidKobo === 0}>
        {formatNaira(totalKobo)}
      </SumRow>
      {paidKobo > 0 && (
        <>
          <SumRow label="Paid">{formatNaira(-paidKobo)}</SumRow>
          <SumRow label="Balance due" strong>
            {formatNaira(owedKobo)}
          </SumRow>
        </>
      )}
      {refundedAt && (
        <>
          <SumRow label={`Refunded on ${formatDate(refundedAt)}`}>{formatNaira(refundedKobo)}</SumRow>
          <SumRow label="Paid after refunds">{formatNaira(paidKobo - refundedKobo)}</SumRow>
        </>
      )}
    </dl>
  )
}

type SumRowProps = { label: string; strong?: boolean; children: string }

/** An amount that does not fit beside its label is below it; one that is wider than the invoice breaks after NGN only. */
const SumRow = ({ label, strong, children }: SumRowProps) => (
  <div className={`flex flex-wrap justify-between gap-x-6 ${strong ? 'font-semibold' : ''}`}>
    <dt className={strong ? '' : 'text-muted'}>{label}</dt>
    <dd className="ml-auto text-right">{children.replace('\u00a0', ' ')}</dd>
  </div>
)

const SummaryRow = ({ label, children }: { label: string; children: string }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="whitespace-nowrap">{children}</dd>
  </>
)
