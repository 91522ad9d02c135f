import {
  getJournalAccounts,
  journalAccountKeys,
  journalTemplates,
  updateJournalAccounts,
} from '@adire/contract/reports.ts'
import { ChevronRight } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCall } from '../../client/api.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { LinesSkeleton } from '../../ui/skeleton.tsx'

const AccountsModal = lazyComponent(() => import('./accounts-modal.tsx').then((module) => module.AccountsModal))

/** Codes and names that the journal uses, and the dialog to change them. */
export function JournalAccounts() {
  const found = useCall(getJournalAccounts, {})
  const [isEdited, setEdited] = useState(false)
  return (
    <details className="group mt-5 border-t border-line pt-4">
      <summary className="flex w-fit max-w-full cursor-pointer list-none items-center gap-2 rounded-sm font-medium pointer-coarse:py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
          strokeWidth={1.75}
          aria-hidden="true"
        />
        Accounts used in the journal
      </summary>
      <p className="mt-2 max-w-prose text-sm text-muted">
        Use the codes (Xero, Sage) and names ({journalTemplates.quickbooks}) of your own chart of accounts, or create
        these accounts in your program before the import. Dates are day/month/year. Xero takes 300 lines per file: about
        one month.
      </p>
      {found.error ? (
        <ErrorStrip message={found.error.message} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <LinesSkeleton lines={4} />
      ) : (
        <>
          <dl className="mt-3 mb-4 grid gap-x-8 gap-y-1.5 sm:grid-cols-2 lg:grid-cols-3">
            {journalAccountKeys.map((key) => {
              const { code, name } = found.data.accounts[key]
              return (
                <div key={key} className="flex gap-3">
                  <dt className="figures min-w-12 shrink-0 text-muted">{code}</dt>
                  <dd className="min-w-0 wrap-anywhere">{name}</dd>
                </div>
              )
            })}
          </dl>
          <AllowedButton needs={updateJournalAccounts} tone="secondary" onClick={() => setEdited(true)}>
            Edit accounts
          </AllowedButton>
          <Suspense>{isEdited && <AccountsModal current={found.data} onClose={() => setEdited(false)} />}</Suspense>
        </>
      )}
    </details>
  )
}
