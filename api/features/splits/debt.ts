import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { debtRepaid } from '../../ledger/entries.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { lockBalances, takeAtMost } from '../../ledger/take.ts'
import { getReceivable } from './share-returns.ts'
import { splitRecipients } from './tables.ts'

/**
 * Repays the merchant's advances out of a recipient's balance, as far as it covers them. Runs before the recipient is settled,
 * once a day.
 */
export async function repayDebt(
  { tx, now }: Context,
  { merchantId, ownerId }: { merchantId: string; ownerId: string },
) {
  const has = await lockBalances(tx, merchantId, ownerId)
  const receivableKobo = await getReceivable(tx, merchantId, ownerId)
  if (receivableKobo <= 0) return
  const parts = takeAtMost(receivableKobo, has)
  if (parts.pendingKobo + parts.availableKobo === 0) return
  const [recipient] = await tx
    .select({ name: splitRecipients.name })
    .from(splitRecipients)
    .where(and(eq(splitRecipients.merchantId, merchantId), eq(splitRecipients.id, ownerId)))
  await postEntry(
    tx,
    debtRepaid(ownerId, { ...parts, id: `${ownerId}:${lagosDay(now)}`, name: recipient!.name, merchantId }, now),
  )
}
