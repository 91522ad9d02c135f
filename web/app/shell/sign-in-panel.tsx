import type { ReactNode } from 'react'
import { Amount } from '../../ui/amount.tsx'

/** Dye panel beside a sign-in form, with an example settlement on it. Decoration: hidden from screen readers, and below
 * 1024 px, where its picture is not downloaded. */
function SignInPanel() {
  return (
    <div aria-hidden="true" className="dye-panel relative min-h-[720px] rounded-xl max-lg:hidden">
      <div className="absolute inset-x-8 bottom-8 rounded-lg bg-raised p-5 shadow-e3">
        <div className="flex justify-between gap-4 text-sm text-muted">
          <span>Settled to Primary account</span>
          <span>Example</span>
        </div>
        <Amount kobo={4_812_340_50} size="detail" className="mt-1.5 block" />
        <div className="mt-4 grid grid-cols-[auto_auto_auto] justify-between gap-4 border-t border-line pt-4 text-sm">
          <Part label="Payments" kobo={4_884_525_60} />
          <Part label="Fees" kobo={-72_185_10} />
          <Part label="Refunds" kobo={0} />
        </div>
      </div>
    </div>
  )
}

function Part({ label, kobo }: { label: string; kobo: number }) {
  return (
    <div>
      <p className="text-muted">{label}</p>
      <Amount kobo={kobo} />
    </div>
  )
}

/** Form in a 416 px column on the left, panel on the right. */
export function SignInLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-[1200px] flex-1 gap-20 px-5 py-10 sm:px-8 lg:grid-cols-[416px_minmax(0,1fr)]">
      <div className="mx-auto flex w-full max-w-[416px] flex-col justify-center lg:py-10">{children}</div>
      <SignInPanel />
    </div>
  )
}
