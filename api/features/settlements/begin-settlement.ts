import { formatNaira } from '@adire/contract/money.ts'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { merchants } from '../merchants/tables.ts'
import { sumUnsettled, toReach } from './attach.ts'
import { payoutTimeOn } from './calendar.ts'
import { reachesMinimum } from './duty.ts'
import { emitSettlement } from './emit.ts'
import { fillSettlement } from './fill-settlement.ts'
import {
  addSettlementRecord,
  appendSettlementEvent,
  buildNarration,
  newSettlementReference,
  type PayoutSettingsRecord,
} from './move.ts'

/** Opens a settlement with the proceeds until yesterday, unless they are below the minimum. */
export async function beginSettlement(context: Context, settings: PayoutSettingsRecord): Promise<void> {
  const { tx, now, config } = context
  const { merchantId, ownerId } = settings
  const unsettled = await sumUnsettled(tx, toReach(settings, lagosDay(now), now))
  if (!reachesMinimum(unsettled)) return
  const [business] = await tx
    .select({ name: merchants.businessName })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  const reference = newSettlementReference()
  const settlement = await addSettlementRecord(tx, {
    merchantId,
    ownerId,
    reference,
    status: 'pending',
    dueOn: lagosDay(now),
    narration: buildNarration(config.brand.name, reference, business!.name),
    createdAt: now,
    nextAt: payoutTimeOn(lagosDay(now)),
  })
  const filled = await fillSettlement(context, settings, settlement, unsettled)
  const payments = filled.paymentCount === 1 ? '1 payment' : `${filled.paymentCount} payments`
  const text = `Gathered ${payments}: ${formatNaira(filled.amountKobo)} to pay out`
  await appendSettlementEvent(tx, filled, now, 'gathered', text)
  await emitSettlement(context, filled, 'settlement.created')
}
