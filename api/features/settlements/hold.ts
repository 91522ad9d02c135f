import { dayMs } from '@adire/contract/durations.ts'
import { limits } from '@adire/contract/limits.ts'
import type { HoldReason } from '@adire/contract/settlements-schemas.ts'
import { and, count, eq, gt } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { findPrimaryAccount } from '../bank-accounts/primary-account.ts'
import type { bankAccounts } from '../bank-accounts/tables.ts'
import { findBank } from '../lookups/lookups.ts'
import { goLiveRequests, merchants } from '../merchants/tables.ts'
import { isTradingStopped } from '../merchants/trading.ts'
import { splitRecipients } from '../splits/tables.ts'
import { findPayoutSettings, findRecipientName, type SettlementOwner, type SettlementRecord } from './move.ts'
import { payoutSettings, payouts, settlements } from './tables.ts'

/** Payout account. `nameMatches`: the account is known to belong to its owner. */
export type AccountRecord = Pick<
  typeof bankAccounts.$inferSelect,
  'id' | 'bankId' | 'accountNumber' | 'accountName' | 'nameMatches'
>
export interface SettlementHold {
  reason: HoldReason
  message: string
}

const hold = (reason: HoldReason, message: string): SettlementHold => ({ reason, message })

export const belowMinimum = hold(
  'below_minimum',
  'What was refunded or disputed since leaves less than NGN 1,000.00. It is paid together with your next payments.',
)

/** Hold by a person of the provider, until one releases the settlement. */
export const providerHold = ({
  heldFor,
  status,
}: Pick<SettlementRecord, 'heldFor' | 'status'>): SettlementHold | undefined =>
  heldFor === null
    ? undefined
    : hold(
        'provider_review',
        status === 'processing'
          ? `We are checking this payout: ${heldFor}. If your bank has it already, you get it. Contact us.`
          : `We are checking this payout before it is sent: ${heldFor}. Contact us.`,
      )

export const describePayoutAccount = ({ bankId, accountNumber }: { bankId: number; accountNumber: string }) =>
  `${findBank(bankId)?.name ?? 'the bank'} ${accountNumber}`

/** Payouts that come back after they were paid count together within this time, in ms. */
const sentBackWithinMs = 30 * dayMs

/**
 * Hold after returned payouts: the bank has returned `limits.returnedPayouts` payouts of the settlement from this account, or has sent
 * others back after it had paid them, and the owner has not confirmed the account since. Otherwise undefined.
 */
export async function holdAfterReturns(
  tx: Tx,
  settlement: SettlementRecord,
  account: Pick<AccountRecord, 'bankId' | 'accountNumber'>,
): Promise<SettlementHold | undefined> {
  const { merchantId, id, confirmedAttempts } = settlement
  const [returned] = await tx
    .select({ count: count() })
    .from(payouts)
    .where(
      and(
        eq(payouts.merchantId, merchantId),
        eq(payouts.settlementId, id),
        eq(payouts.status, 'returned'),
        eq(payouts.bankId, account.bankId),
        eq(payouts.accountNumber, account.accountNumber),
        gt(payouts.attempt, confirmedAttempts),
      ),
    )
  if (returned!.count < limits.returnedPayouts) return holdAfterSentBack(tx, settlement, account, settlement.createdAt)
  return waitForOwner(
    tx,
    settlement,
    `${limits.returnedPayouts} payouts to ${describePayoutAccount(account)} came back`,
  )
}

/**
 * Hold after payouts that the bank sent back after it had paid them: `limits.sentBackPayouts` from this account in the month before `at`,
 * the creation of the settlement, or since, and the owner has not confirmed the account since. Otherwise undefined.
 */
export async function holdAfterSentBack(
  tx: Tx,
  owner: SettlementOwner,
  account: Pick<AccountRecord, 'bankId' | 'accountNumber'>,
  at: Date,
): Promise<SettlementHold | undefined> {
  const monthBefore = new Date(at.getTime() - sentBackWithinMs)
  const many = await countSentBack(tx, owner, account, monthBefore)
  if (many < limits.sentBackPayouts) return undefined
  const { accountConfirmedAt } = (await findPayoutSettings(tx, owner)) ?? {}
  const isConfirmed = accountConfirmedAt && accountConfirmedAt > monthBefore
  const unconfirmed = isConfirmed ? await countSentBack(tx, owner, account, accountConfirmedAt) : many
  if (unconfirmed < limits.sentBackPayouts) return undefined
  const what = `${unconfirmed} payouts to ${describePayoutAccount(account)} came back after they were paid`
  return waitForOwner(tx, owner, what)
}

async function countSentBack(
  tx: Tx,
  { merchantId, ownerId }: SettlementOwner,
  { bankId, accountNumber }: Pick<AccountRecord, 'bankId' | 'accountNumber'>,
  since: Date,
): Promise<number> {
  const [sentBack] = await tx
    .select({ count: count() })
    .from(settlements)
    .where(
      and(
        eq(settlements.merchantId, merchantId),
        eq(settlements.ownerId, ownerId),
        gt(settlements.returnedAt, since),
        eq(settlements.bankId, bankId),
        eq(settlements.accountNumber, accountNumber),
      ),
    )
  return sentBack!.count
}

async function waitForOwner(tx: Tx, owner: SettlementOwner, what: string): Promise<SettlementHold> {
  const whose = await findRecipientName(tx, owner)
  const todo = whose
    ? `Enter another account for ${whose} under Split payments`
    : 'Make another account your primary account in Settings'
  return hold(
    'payouts_returned',
    `${what}, so nothing more is sent there. ${todo}, or confirm on the settlement that this account is right. It is then sent on the next working day.`,
  )
}

/** Whether a settlement is on hold after returned payouts, with its account neither changed nor confirmed since. */
export async function waitsForOwner(tx: Tx, settlement: SettlementRecord): Promise<boolean> {
  if (settlement.status !== 'on_hold' || settlement.holdReason !== 'payouts_returned') return false
  const account = await findPayoutAccount(tx, settlement)
  return account !== undefined && (await holdAfterReturns(tx, settlement, account)) !== undefined
}

/** Payout account of a merchant or a recipient. A recipient's account was confirmed by its bank before it was stored. */
export async function findPayoutAccount(
  tx: Tx,
  { merchantId, ownerId }: SettlementOwner,
): Promise<AccountRecord | undefined> {
  if (ownerId === merchantId) return findPrimaryAccount(tx, merchantId)
  const [recipient] = await tx
    .select()
    .from(splitRecipients)
    .where(and(eq(splitRecipients.merchantId, merchantId), eq(splitRecipients.id, ownerId)))
  return recipient && { ...recipient, nameMatches: true }
}

/** Whether payouts of a business and its recipients are stopped by the provider. */
async function findPayoutStop(tx: Tx, merchantId: string): Promise<SettlementHold | undefined> {
  const [business] = await tx
    .select({ blockedFor: payoutSettings.blockedFor, live: goLiveRequests.status })
    .from(merchants)
    .leftJoin(
      payoutSettings,
      and(eq(payoutSettings.merchantId, merchants.id), eq(payoutSettings.ownerId, merchants.id)),
    )
    // The go-live request belongs to the test business, but its status applies to the live business.
    .leftJoin(goLiveRequests, eq(goLiveRequests.merchantId, merchants.testMerchantId))
    .where(eq(merchants.id, merchantId))
  if (business?.blockedFor)
    return hold('business_blocked', `Payouts of your business are stopped: ${business.blockedFor}. Contact us.`)
  if (business && isTradingStopped(business.live))
    return hold('business_blocked', `Your business is ${business.live}, so nothing is paid out. Contact us.`)
  return undefined
}

/** Whether a settlement is stopped by the provider: it alone, or all payouts of the business. */
export const findStop = async (tx: Tx, settlement: SettlementRecord): Promise<SettlementHold | undefined> =>
  (await findPayoutStop(tx, settlement.merchantId)) ?? providerHold(settlement)

/** Reason why nothing can be paid out to a merchant or its recipients now, with the action that resolves it. Otherwise undefined. */
export async function findHold(
  tx: Tx,
  merchantId: string,
  account: AccountRecord | undefined,
): Promise<SettlementHold | undefined> {
  const stop = await findPayoutStop(tx, merchantId)
  if (stop) return stop
  if (!account)
    return hold(
      'no_bank_account',
      'There is no bank account to pay to. Add one in Settings; it is paid on the next working day.',
    )
  if (!account.nameMatches)
    return hold(
      'account_in_review',
      'The bank could not confirm that your primary account is in the name of your business. We are checking it. Or make another account your primary one in Settings.',
    )
  return undefined
}
