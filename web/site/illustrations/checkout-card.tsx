import { formatNaira } from '@adire/contract/money.ts'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Amount } from '../../ui/amount.tsx'

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
