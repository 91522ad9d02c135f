import { resolveAccount } from '@adire/contract/bank-accounts.ts'
import type { ResolvedAccount } from '@adire/contract/bank-accounts-schemas.ts'
import type { Bank } from '@adire/contract/lookups-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { isNuban } from '@adire/contract/nuban.ts'
import { useCall } from '../client/api.ts'

export interface AccountNameLookup {
  /** Message if the number can't be an account of this bank or the bank has no such account. */
  rejected: string | undefined
  isPending: boolean
  found: ResolvedAccount | undefined
  /** The lookup itself failed. */
  failed: { message: string; retry: () => void } | undefined
}

/** An account whose name is already known, so no lookup is needed. */
export interface KnownAccount {
  bankId: number
  accountNumber: string
}

/** Account name lookup while typing: checks the check digit at once, then queries the bank when the number is complete. */
export function useAccountName(
  bank: Bank | undefined,
  accountNumber: string,
  known: KnownAccount | undefined,
): AccountNameLookup {
  const isComplete = bank !== undefined && /^\d{10}$/.test(accountNumber)
  const isWrong = isComplete && bank.nubanScheme === 'DMB' && !isNuban(bank.code, accountNumber)
  const isKnown = known !== undefined && known.bankId === bank?.id && known.accountNumber === accountNumber
  const isEnabled = isComplete && !isWrong && !isKnown
  const { data, error, isFetching, refetch } = useCall(
    resolveAccount,
    { bankId: bank?.id ?? 0, accountNumber },
    { enabled: isEnabled, retry: false, staleTime: 60_000 },
  )
  if (isWrong) return { rejected: messages.accountUnknown, isPending: false, found: undefined, failed: undefined }
  const isRejected = isEnabled && error?.status === 422
  return {
    rejected: isRejected ? error.message : undefined,
    isPending: isEnabled && isFetching,
    found: isEnabled && !isFetching && !error ? data : undefined,
    failed: isEnabled && !isFetching && error && !isRejected ? { message: error.message, retry: refetch } : undefined,
  }
}
