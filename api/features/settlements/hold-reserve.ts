import type { Context } from '../../context.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { reserveHeld } from '../../ledger/settlement-entries.ts'
import { takeUnsettled } from './attach.ts'
import type { PayoutSettingsRecord, SettlementRecord } from './move.ts'
import { settlementLines, settlementReserves } from './tables.ts'

/** Reserve in kobo that is held from the net of payments. */
export const calculateReserve = ({ reserveBps }: Pick<PayoutSettingsRecord, 'reserveBps'>, paidKobo: number): number =>
  Math.max(0, Math.floor((paidKobo * reserveBps) / 10_000))

/** Holds the agreed reserve of the payments' net. Returns the amount in kobo. */
export async function holdReserve(
  { tx, now }: Context,
  settings: PayoutSettingsRecord,
  settlement: SettlementRecord,
  paidKobo: number,
) {
  const { merchantId, ownerId, id: settlementId, reference } = settlement
  const amountKobo = calculateReserve(settings, paidKobo)
  if (amountKobo === 0) return 0
  const releaseAt = startOfDay(addDays(lagosDay(now), settings.reserveDays))
  const [reserve] = await tx
    .insert(settlementReserves)
    .values({ merchantId, settlementId, amountKobo, releaseAt })
    .returning()
  const entry = reserveHeld({ id: reserve!.id, reference, merchantId, ownerId, amountKobo }, now)
  await postEntry(tx, entry)
  const entryId = await takeUnsettled(tx, settlement, 'pending', entry.reference)
  await tx.insert(settlementLines).values({
    merchantId,
    ownerId,
    entryId,
    account: 'pending',
    settlementId,
    type: 'reserve',
    at: now,
    grossKobo: 0,
    feeKobo: 0,
    vatKobo: 0,
    amountKobo: -amountKobo,
  })
  return amountKobo
}
