import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { debtRepaid } from '../../ledger/entries.ts'
import { post } from '../../ledger/ledger.ts'
import { holdBalances, mostOf } from '../../ledger/take.ts'
import { owedBy } from './give-back.ts'
import { splitParties } from './tables.ts'

/** Before a party is settled its business gets what it has lent it, as far as the party's balance goes; once a day. */
export async function repayDebt(
  { tx, now }: Context,
  { merchantId, ownerId }: { merchantId: string; ownerId: string },
) {
  const has = await holdBalances(tx, ownerId)
  const owedKobo = await owedBy(tx, ownerId)
  if (owedKobo <= 0) return
  const parts = mostOf(owedKobo, has)
  if (parts.pendingKobo + parts.availableKobo === 0) return
  const [party] = await tx.select({ name: splitParties.name }).from(splitParties).where(eq(splitParties.id, ownerId))
  await post(
    tx,
    debtRepaid(ownerId, { ...parts, id: `${ownerId}:${lagosDay(now)}`, name: party!.name, merchantId }, now),
  )
}
