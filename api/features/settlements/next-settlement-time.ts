import type { PayoutInterval } from '@adire/contract/payout-schedule.ts'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { lagosDay } from '../../lagos.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { getMerchantBalance } from '../../ledger/ledger.ts'
import { merchants } from '../merchants/tables.ts'
import { loadCalendar, settlementTimeOn } from './calendar.ts'
import { listOwners } from './due.ts'
import { matchingOwner, type SettlementOwner } from './move.ts'
import { findOpenSettlement } from './open-settlement.ts'
import { payoutDaysOf } from './payout-schedule.ts'
import { payoutSettings } from './tables.ts'

/** Next time at which proceeds of the merchant or its recipients are settled, if their balances are above zero. */
export async function nextSettlementTime(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const found: Date[] = []
  for (const owner of await listOwners(tx, merchantId)) {
    const at = await calculateNextDueAt(tx, owner)
    if (at) found.push(at)
  }
  return found.sort((one, other) => one.getTime() - other.getTime())[0]
}

async function calculateNextDueAt(tx: Tx, { merchantId, ownerId }: SettlementOwner): Promise<Date | undefined> {
  const waits =
    (await getMerchantBalance(tx, merchantId, merchantAccount(ownerId, 'pending'))) > 0 ||
    (await getMerchantBalance(tx, merchantId, merchantAccount(ownerId, 'available'))) > 0
  if (!waits) return undefined
  const [settings] = await tx
    .select({
      lastRunOn: payoutSettings.lastRunOn,
      payoutInterval: sql<PayoutInterval>`coalesce(${payoutSettings.payoutInterval}, 'daily')`,
      payoutDay: payoutSettings.payoutDay,
      createdAt: merchants.createdAt,
    })
    .from(merchants)
    .leftJoin(payoutSettings, matchingOwner({ merchantId, ownerId }))
    .where(eq(merchants.id, merchantId))
  if (!settings) return undefined
  const calendar = await loadCalendar(tx)
  const open = await findOpenSettlement(tx, { merchantId, ownerId })
  const days = open ? calendar : payoutDaysOf(calendar, settings)
  return settlementTimeOn(days.next(settings.lastRunOn ?? lagosDay(settings.createdAt)))
}
