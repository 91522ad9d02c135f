import { allocateAmount, type ShareLeft } from '@adire/contract/split-shares.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { debtAccount } from '../../ledger/accounts.ts'
import type { BalanceParts, RecipientParts } from '../../ledger/entries.ts'
import { getMerchantBalance } from '../../ledger/ledger.ts'
import { loadBalances, lockManyBalances, splitAmount, takeAtMost } from '../../ledger/take.ts'
import type { SplitPayment } from './store-shares.ts'
import { shareReturns } from './tables.ts'

type ReturnRecord = typeof shareReturns.$inferSelect
interface Source {
  merchantId: string
  /** Id of the refund or the dispute. */
  id: string
}

/** What is left of each owner's share, in kobo. Empty if the payment was not split. */
async function loadSharesLeft(tx: Tx, { merchantId, id, split }: SplitPayment) {
  if (!split) return []
  const { rows } = await tx.$client.query<{ ownerId: string; leftKobo: number }>({
    name: 'shares_left',
    text: `
      select share.owner_id as "ownerId",
             (share.gross_kobo - coalesce(sum(returned.part_kobo), 0))::bigint as "leftKobo"
      from payment_shares share
      left join share_returns returned
        on returned.merchant_id = $1 and returned.payment_id = $2 and returned.owner_id = share.owner_id
      where share.merchant_id = $1 and share.payment_id = $2
      group by share.owner_id, share.gross_kobo, share.position order by share.position`,
    values: [merchantId, id],
  })
  return rows
}

/** Each owner's part of an amount to return, in proportion to what is left of their share. Empty if the payment was not split. */
async function partsToReturn(tx: Tx, payment: SplitPayment, amountKobo: number) {
  const shares = await loadSharesLeft(tx, payment)
  const parts = allocateAmount(
    amountKobo,
    shares.map(({ leftKobo }) => leftKobo),
  )
  return shares.map(({ ownerId }, index) => ({ ownerId, partKobo: parts[index]! }))
}

/** Shares for a preview of `takeRefundFromShares` (`divideRefund`). Nothing is locked. Empty if the payment was not split. */
export async function listSharesLeft(tx: Tx, payment: SplitPayment): Promise<ShareLeft[]> {
  const shares: ShareLeft[] = []
  for (const { ownerId, leftKobo } of await loadSharesLeft(tx, payment)) {
    const { pendingKobo, availableKobo } = await loadBalances(tx, payment.merchantId, ownerId)
    shares.push({ isBusiness: ownerId === payment.merchantId, leftKobo, balanceKobo: pendingKobo + availableKobo })
  }
  return shares
}

/** Amounts taken for a refund, in kobo: from the merchant, including its advances, and from each recipient. */
export interface TakenShares extends BalanceParts {
  recipients: RecipientParts[]
}

/**
 * Takes the money for a refund of a locked payment and records each owner's part. The merchant advances what a recipient's
 * balance does not cover. Undefined, with nothing written, if the merchant's balance is too low for that.
 */
export async function takeRefundFromShares(
  tx: Tx,
  payment: SplitPayment,
  { id: sourceId, merchantId, amountKobo }: Source & { amountKobo: number },
): Promise<TakenShares | undefined> {
  const due = await partsToReturn(tx, payment, amountKobo)
  const others = due.filter(({ ownerId }) => ownerId !== merchantId)
  const [merchantBalances, ...theirs] = await lockManyBalances(tx, merchantId, [
    merchantId,
    ...others.map(({ ownerId }) => ownerId),
  ])
  const recipients = others.map(({ ownerId: recipientId, partKobo }, index) => {
    const parts = takeAtMost(partKobo, theirs[index]!)
    return { recipientId, ...parts, advancedKobo: partKobo - parts.pendingKobo - parts.availableKobo }
  })
  const fromRecipientsKobo = recipients.reduce(
    (sum, { pendingKobo, availableKobo }) => sum + pendingKobo + availableKobo,
    0,
  )
  const taken = splitAmount(amountKobo - fromRecipientsKobo, merchantBalances!)
  if (!taken) return undefined
  if (due.length > 0)
    await tx.insert(shareReturns).values(
      due.map(({ ownerId, partKobo }) => {
        const recipient = recipients.find(({ recipientId }) => recipientId === ownerId)
        return {
          merchantId,
          sourceId,
          ownerId,
          paymentId: payment.id,
          partKobo,
          fromPendingKobo: recipient?.pendingKobo ?? 0,
          fromAvailableKobo: recipient?.availableKobo ?? 0,
          advancedKobo: recipient?.advancedKobo ?? 0,
        }
      }),
    )
  return { ...taken, recipients }
}

/** Deletes the recorded parts of a failed refund. Returns the recipients' amounts, which the caller posts back to them. */
export async function undoRefundFromShares(tx: Tx, { merchantId, id }: Source): Promise<RecipientParts[]> {
  const rows = await tx.delete(shareReturns).where(ofSource({ merchantId, id })).returning()
  const theirs = filterRecipients(rows, merchantId)
  const recipientIds = theirs.map(({ ownerId }) => ownerId)
  if (recipientIds.length > 0) await lockManyBalances(tx, merchantId, recipientIds)
  const undone: RecipientParts[] = []
  for (const { ownerId: recipientId, fromPendingKobo, fromAvailableKobo, advancedKobo } of theirs) {
    const repaidKobo = Math.max(0, advancedKobo - (await getReceivable(tx, merchantId, recipientId)))
    undone.push({
      recipientId,
      pendingKobo: fromPendingKobo,
      availableKobo: fromAvailableKobo,
      advancedKobo,
      repaidKobo,
    })
  }
  return undone
}

/** Debt of a recipient to its merchant, in kobo. */
export const getReceivable = async (tx: Tx, merchantId: string, recipientId: string): Promise<number> =>
  -(await getMerchantBalance(tx, merchantId, debtAccount(recipientId, 'receivable')))

const ofSource = ({ merchantId, id }: Source) =>
  and(eq(shareReturns.merchantId, merchantId), eq(shareReturns.sourceId, id))

const filterRecipients = (rows: ReturnRecord[], merchantId: string) =>
  rows.filter(({ ownerId }) => ownerId !== merchantId)

/** Records each owner's part of a newly opened dispute, before anything is held. */
export async function addDisputeParts(
  tx: Tx,
  payment: SplitPayment,
  { merchantId, id: sourceId }: Source,
  kobo: number,
) {
  const due = await partsToReturn(tx, payment, kobo)
  if (due.length > 0)
    await tx.insert(shareReturns).values(due.map((part) => ({ ...part, merchantId, sourceId, paymentId: payment.id })))
}

/** Adds each owner's part of an amount that an open dispute covers as well now. */
export async function increaseDisputeParts(
  tx: Tx,
  payment: SplitPayment,
  { merchantId, id }: Source,
  kobo: number,
): Promise<void> {
  for (const { ownerId, partKobo } of await partsToReturn(tx, payment, kobo))
    await tx
      .update(shareReturns)
      .set({ partKobo: sql`${shareReturns.partKobo} + ${partKobo}` })
      .where(and(ofSource({ merchantId, id }), eq(shareReturns.ownerId, ownerId)))
}

/** Adds each owner's part of an amount that is lost as well, and that the merchant advances. Returns those of the recipients. */
export async function increaseLossParts(tx: Tx, payment: SplitPayment, { merchantId, id }: Source, kobo: number) {
  const parts = (await partsToReturn(tx, payment, kobo)).map(({ ownerId, partKobo }) => ({
    recipientId: ownerId,
    partKobo,
    advancedKobo: ownerId === merchantId ? 0 : partKobo,
  }))
  for (const { recipientId, partKobo, advancedKobo } of parts)
    await tx
      .update(shareReturns)
      .set({
        partKobo: sql`${shareReturns.partKobo} + ${partKobo}`,
        advancedKobo: sql`${shareReturns.advancedKobo} + ${advancedKobo}`,
      })
      .where(and(ofSource({ merchantId, id }), eq(shareReturns.ownerId, recipientId)))
  return parts.filter(({ advancedKobo }) => advancedKobo > 0)
}

/** Deletes the recorded parts of a dispute that is reopened: nothing of it has been returned, and the parts are calculated again. */
export const deleteDisputeParts = (tx: Tx, source: Source) => tx.delete(shareReturns).where(ofSource(source))

const listReturns = (tx: Tx, source: Source): Promise<ReturnRecord[]> =>
  tx.select().from(shareReturns).where(ofSource(source)).orderBy(shareReturns.ownerId)

const takenFrom = ({ fromPendingKobo, fromAvailableKobo }: ReturnRecord) => fromPendingKobo + fromAvailableKobo

/**
 * Calculates what can be held now of the amount a dispute still lacks: from each recipient up to its part, the rest from the
 * merchant. Locks their balances and records the recipients' amounts.
 */
export async function holdDisputeParts(tx: Tx, { merchantId, id }: Source, lackingKobo: number): Promise<TakenShares> {
  const theirs = filterRecipients(await listReturns(tx, { merchantId, id }), merchantId)
  const [merchantBalances, ...have] = await lockManyBalances(tx, merchantId, [
    merchantId,
    ...theirs.map(({ ownerId }) => ownerId),
  ])
  const recipients: RecipientParts[] = []
  let left = lackingKobo
  for (const [index, row] of theirs.entries()) {
    const parts = takeAtMost(Math.min(left, row.partKobo - takenFrom(row)), have[index]!)
    left -= parts.pendingKobo + parts.availableKobo
    recipients.push({ recipientId: row.ownerId, ...parts, advancedKobo: 0 })
    await tx
      .update(shareReturns)
      .set({
        fromPendingKobo: row.fromPendingKobo + parts.pendingKobo,
        fromAvailableKobo: row.fromAvailableKobo + parts.availableKobo,
      })
      .where(and(ofSource({ merchantId, id }), eq(shareReturns.ownerId, row.ownerId)))
  }
  return { ...takeAtMost(left, merchantBalances!), recipients }
}

/** Divides the loss of a decided dispute among the owners. A recipient owes the part that was not held from it. */
export async function divideDisputeLoss(tx: Tx, { merchantId, id }: Source, lostKobo: number) {
  const rows = await listReturns(tx, { merchantId, id })
  const lost = allocateAmount(
    lostKobo,
    rows.map(({ partKobo }) => partKobo),
  )
  for (const [index, row] of rows.entries()) {
    const partKobo = lost[index]!
    const fromPendingKobo = Math.min(takenFrom(row), partKobo)
    await tx
      .update(shareReturns)
      .set({
        partKobo,
        fromPendingKobo,
        fromAvailableKobo: 0,
        advancedKobo: row.ownerId === merchantId ? 0 : partKobo - fromPendingKobo,
      })
      .where(and(ofSource({ merchantId, id }), eq(shareReturns.ownerId, row.ownerId)))
  }
  return rows
    .map((row, index) => ({ recipientId: row.ownerId, heldKobo: takenFrom(row), lostKobo: lost[index]! }))
    .filter(({ recipientId }) => recipientId !== merchantId)
}
