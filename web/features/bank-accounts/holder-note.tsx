import type { ResolvedAccount } from '@adire/contract/bank-accounts.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Holder } from '../../use-holder.ts'

/** What the bank says of the number that was typed; read out as it changes. */
export function HolderNote({ holder: { isPending, found, failed } }: { holder: Holder }) {
  return (
    <>
      {failed && <ErrorStrip message={failed.message} onRetry={failed.retry} />}
      <div role="status" className="empty:hidden">
        {isPending && (
          <p className="flex items-center gap-2 text-muted">
            <Spinner />
            Asking the bank whose account this is
          </p>
        )}
        {found && <Found found={found} />}
      </div>
    </>
  )
}

function Found({ found: { accountName, nameMatches, warning } }: { found: ResolvedAccount }) {
  const isGood = nameMatches && !warning
  const Icon = isGood ? CircleCheck : TriangleAlert
  return (
    <div
      className={`flex gap-2.5 rounded-md px-3.5 py-2.5 ${isGood ? 'bg-ok-soft text-ok' : 'bg-warn-soft text-warn'}`}
    >
      <Icon className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0">
        {accountName && (
          <p>
            Held by <span className="font-semibold wrap-anywhere">{accountName}</span>
          </p>
        )}
        {!accountName && <p>We could not ask this bank whose account it is.</p>}
        {!nameMatches && (
          <p>
            {accountName && 'This is not the name of your business. '}
            You can go on; a person looks at the account before money goes there.
          </p>
        )}
        {warning && <p>{warning}</p>}
      </div>
    </div>
  )
}
