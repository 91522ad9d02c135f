import { resolveAccount } from '@adire/contract/bank-accounts.ts'
import { useCall } from '../../client/api.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Account holder's name from the bank, shown before the account is submitted. */
export function AccountName({ account }: { account: { bankId: number; accountNumber: string } }) {
  const found = useCall(resolveAccount, account, { retry: false, staleTime: 60_000 })
  return (
    <div role="status" className="rounded-md bg-sunken px-3.5 py-2.5">
      {found.isPending ? (
        <Skeleton className="h-5 w-48" />
      ) : found.error ? (
        <p className="text-bad">{found.error.message}</p>
      ) : (
        <Found {...found.data} />
      )}
    </div>
  )
}

function Found({
  accountName,
  nameMatches,
  warning,
}: {
  accountName: string | null
  nameMatches: boolean
  warning: string | null
}) {
  return (
    <>
      {accountName === null ? (
        <p className="text-ink-2">This bank could not tell us the account name, so our team will check this account.</p>
      ) : (
        <p>
          <span className="text-muted">Account name: </span>
          <span className="font-medium">{accountName}</span>
        </p>
      )}
      {accountName !== null && !nameMatches && (
        <p className="mt-0.5 text-warn">
          This is not the name of the business. Use an account in the name of the business.
        </p>
      )}
      {warning && <p className="mt-0.5 text-warn">{warning}</p>}
    </>
  )
}
