import type { HoldReason } from '@adire/contract/settlements.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { bankAccounts } from '../bank-accounts/tables.ts'
import { goLiveRequests, merchants } from '../merchants/tables.ts'
import { splitParties } from '../splits/tables.ts'
import type { Owner } from './move.ts'
import { settlementBooks } from './tables.ts'

/** An account that is paid to. `nameMatches`: whether it is known to be its owner's. */
export type AccountRecord = Pick<
  typeof bankAccounts.$inferSelect,
  'id' | 'bankId' | 'accountNumber' | 'accountName' | 'nameMatches'
>
export interface Hold {
  reason: HoldReason
  message: string
}

const hold = (reason: HoldReason, message: string): Hold => ({ reason, message })

export const belowMinimum = hold(
  'below_minimum',
  'What was refunded or disputed since leaves less than NGN 1,000.00. It is paid together with your next takings.',
)

/** Where a business or a party is paid out to. A party's account is confirmed by its bank before it is kept. */
export async function accountToPay(tx: Tx, { merchantId, ownerId }: Owner): Promise<AccountRecord | undefined> {
  if (ownerId === merchantId) return primaryAccountOf(tx, merchantId)
  const [party] = await tx.select().from(splitParties).where(eq(splitParties.id, ownerId))
  return party && { ...party, nameMatches: true }
}

async function primaryAccountOf(tx: Tx, merchantId: string): Promise<AccountRecord | undefined> {
  const [account] = await tx
    .select()
    .from(bankAccounts)
    .where(
      and(
        eq(bankAccounts.merchantId, merchantId),
        eq(bankAccounts.primaryAccount, true),
        isNull(bankAccounts.deletedAt),
      ),
    )
  return account
}

/** Why nothing can be paid out to a business, or its parties, as things stand, and what to do about it. */
export async function holdOn(
  tx: Tx,
  merchantId: string,
  account: AccountRecord | undefined,
): Promise<Hold | undefined> {
  const [business] = await tx
    .select({ blockedFor: settlementBooks.blockedFor, live: goLiveRequests.status })
    .from(merchants)
    .leftJoin(
      settlementBooks,
      and(eq(settlementBooks.merchantId, merchants.id), eq(settlementBooks.ownerId, merchants.id)),
    )
    // The request to go live stands with the test business; it rules the live one.
    .leftJoin(goLiveRequests, eq(goLiveRequests.merchantId, merchants.testMerchantId))
    .where(eq(merchants.id, merchantId))
  if (business?.blockedFor)
    return hold('business_blocked', `Payouts of your business are stopped: ${business.blockedFor}. Write to us.`)
  if (business?.live === 'suspended' || business?.live === 'closed')
    return hold('business_blocked', `Your business is ${business.live}, so nothing is paid out. Write to us.`)
  if (!account)
    return hold(
      'no_bank_account',
      'There is no bank account to pay to. Add one in Settings; it is paid on the next working day.',
    )
  if (!account.nameMatches)
    return hold(
      'account_in_review',
      'The bank could not confirm that your primary account is in the name of your business. We look at it, or make another account your primary one in Settings.',
    )
  return undefined
}
