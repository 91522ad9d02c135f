import type { ReactNode } from 'react'
import { useTexts } from '../languages/use-texts.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TestOutcomes } from './parts.ts'
import { paymentQuery } from './purchase.ts'
import { DetailRow, TimeLeft } from './row.tsx'
import { CheckAgain } from './step.tsx'
import { FeeLines } from './summary.tsx'
import type { CheckoutController } from './use-checkout.ts'

interface WaitingProps {
  checkout: CheckoutController
  until: string
  seconds: number
  what: string
  /** Instructions for the payer's phone. */
  children: ReactNode
}

/** Waiting screen of a payment that is made outside the page: instructions, time left, and automatic status checks. */
export function OfflineWaiting({ checkout, until, seconds, what, children }: WaitingProps) {
  const { payment, page } = checkout
  const texts = useTexts()
  return (
    <>
      <div className="card divide-y divide-line">
        {children}
        <DetailRow label={what} action={<TimeLeft until={until} seconds={seconds} />} />
      </div>
      <FeeLines total={payment ?? null} />
      <div className="flex flex-col gap-3">
        <div className="flex min-h-12 items-center gap-3 rounded-md bg-soft px-4 py-2.5 text-link noscript:hidden">
          <Spinner className="size-4 shrink-0" />
          <p role="status" className="font-medium">
            {texts.waitingPhone}
          </p>
        </div>
        <CheckAgain href={paymentQuery(payment?.accessCode)} />
        <p className="text-sm text-muted wrap-anywhere">{texts.receiptOncePaid(payment?.email ?? '')}</p>
      </div>
      {page.mode === 'TEST' && <TestOutcomes checkout={checkout} device="phone" />}
    </>
  )
}
