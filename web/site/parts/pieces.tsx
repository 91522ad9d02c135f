import { formatNaira } from '@adire/contract/money.ts'
import { Check, Link2, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'

/** Illustrations of the product with example data; hidden from screen readers where they are used. */

/** Illustration of the payment page; its button is not functional. */
export function CheckoutCard({ className = '' }: { className?: string }) {
  return (
    <div className={`w-full max-w-72 rounded-lg bg-raised p-5 text-ink shadow-e3 ${className}`}>
      <div className="flex items-center gap-3">
        <span className="inline-flex size-10 items-center justify-center rounded-md bg-soft font-semibold text-link">
          TA
        </span>
        <div>
          <p className="font-medium">Tola Atelier</p>
          <p className="text-sm text-muted">Aso-oke jacket</p>
        </div>
      </div>
      <Amount kobo={84_500_00} size="detail" className="mt-4 block" />
      <div className="mt-4 flex flex-col gap-2">
        <Way chosen>Card</Way>
        <Way>Bank transfer</Way>
        <Way>USSD</Way>
      </div>
      <p className="mt-4 flex h-11 items-center justify-center gap-2 rounded-md bg-brand font-medium text-white">
        <Lock className="size-4" strokeWidth={1.75} />
        Pay {formatNaira(84_500_00)}
      </p>
    </div>
  )
}

function Way({ chosen, children }: { chosen?: boolean; children: ReactNode }) {
  return (
    <p
      className={`flex h-10 items-center justify-between rounded-md border px-3 ${chosen ? 'border-brand bg-soft font-medium' : 'border-line text-ink-2'}`}
    >
      {children}
      <span
        className={`size-4 rounded-full border ${chosen ? 'border-[5px] border-brand bg-white' : 'border-field'}`}
      />
    </p>
  )
}

/** Illustration of HTML that can be pasted as is: a link needs no script. */
export function CodeCard({ publicUrl, className = '' }: { publicUrl: string; className?: string }) {
  return (
    <div className={`w-full rounded-lg bg-night text-white shadow-e3 ${className}`}>
      <p className="border-b border-night-line px-4 py-2.5 text-sm text-dye-3">your-page.html</p>
      <pre className="px-4 pt-4 pb-12 font-mono text-sm leading-6 whitespace-pre-wrap">
        <span className="text-dye-3">{'<a href='}</span>
        <span className="wrap-anywhere text-marigold">{`"${publicUrl}/pay/page/jacket"`}</span>
        <span className="text-dye-3">{'>'}</span>
        {'Pay now'}
        <span className="text-dye-3">{'</a>'}</span>
      </pre>
    </div>
  )
}

const piece = 'w-full max-w-60 rounded-md border border-line bg-surface p-3.5 text-sm shadow-e1'

export function LinkPiece({ host }: { host: string }) {
  return (
    <div className={piece}>
      <p className="flex items-center gap-2 rounded-sm bg-sunken px-2.5 py-2 text-muted">
        <Link2 className="size-4 shrink-0" strokeWidth={1.75} />
        <span className="truncate">
          {host}/pay/page/<span className="font-medium text-ink">jacket</span>
        </span>
      </p>
      <p className="mt-3 flex items-center justify-between">
        Published
        <span className="flex h-5 w-9 justify-end rounded-full bg-track-live p-0.5">
          <span className="size-4 rounded-full bg-white" />
        </span>
      </p>
    </div>
  )
}

export function InvoicePiece() {
  return (
    <div className={piece}>
      <p className="flex items-center justify-between font-medium">
        Invoice 2041
        <StatusBadge status="paid" />
      </p>
      <Line label="2 jackets" kobo={169_000_00} />
      <Line label="VAT 7.5%" kobo={12_675_00} />
      <p className="mt-2.5 flex justify-between border-t border-line pt-2.5 font-medium">
        Total
        <Amount kobo={181_675_00} />
      </p>
    </div>
  )
}

function Line({ label, kobo }: { label: string; kobo: number }) {
  return (
    <p className="mt-2 flex justify-between text-muted">
      {label}
      <Amount kobo={kobo} className="font-normal" />
    </p>
  )
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun']

export function PlanPiece() {
  return (
    <div className="grid w-full max-w-60 grid-cols-6 gap-2 text-center text-xs text-muted">
      {months.map((month, index) => (
        <div key={month}>
          <span
            className={`mb-1.5 flex h-11 items-center justify-center rounded-md border ${index < 3 ? 'border-brand bg-brand text-white' : 'border-line-strong bg-surface'}`}
          >
            {index < 3 && <Check className="size-4" strokeWidth={2} />}
          </span>
          {month}
        </div>
      ))}
    </div>
  )
}

export function MandatePiece() {
  return (
    <div className={piece}>
      <p className="flex items-center justify-between font-medium">
        Shop rent
        <StatusBadge status="active" />
      </p>
      <p className="mt-2 text-muted">Zenith Bank, ending 0011</p>
      <Line label="On 28 March" kobo={45_000_00} />
      <Line label="On 28 April" kobo={45_000_00} />
    </div>
  )
}

export function BalanceCard({ className = '' }: { className?: string }) {
  const rows = [
    ['Bisi Adewale', 84_500_00, 'success'],
    ['Chidi Okafor', 12_000_00, 'success'],
    ['Halima Bello', 36_250_00, 'pending'],
  ] as const
  return (
    <div className={`w-full max-w-96 rounded-lg bg-raised p-5 text-ink shadow-e3 ${className}`}>
      <p className="flex justify-between text-sm text-muted">
        Collected today
        <span>Example</span>
      </p>
      <Amount kobo={96_500_00} size="detail" className="mt-1 block" />
      <ul className="mt-4 border-t border-line">
        {rows.map(([name, kobo, status]) => (
          <li
            key={name}
            className="flex items-center justify-between gap-3 border-b border-line py-2.5 last:border-0 last:pb-0"
          >
            <span className="truncate font-medium">{name}</span>
            <span className="flex items-center gap-3">
              <span className="max-sm:hidden">
                <StatusBadge status={status} />
              </span>
              <Amount kobo={kobo} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
