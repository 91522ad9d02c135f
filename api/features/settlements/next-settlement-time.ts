import type { PayoutInterval } from '@adire/contract/payout-schedule.ts'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { lagosDay } from '../../lagos.ts'
import { merchantBalanceSql } from '../../ledger/ledger.ts'
import { merchants } from '../merchants/tables.ts'
import { type BankingCalendar, loadCalendar, settlementTimeOn } from './calendar.ts'
import { matchingOwner, type SettlementOwner } from './move.ts'
import { selectOpenSettlement } from './open-settlement.ts'
import { payoutDaysOf } from './payout-schedule.ts'
import { payoutSettings } from './tables.ts'

/** Next time at which proceeds of the merchant or its recipients are settled, if their balances are above zero. */
export async function nextSettlementTime(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const ownerIds = await listOwnersWithMoney(tx, merchantId)
  if (ownerIds.length === 0) return undefined
  const calendar = await loadCalendar(tx)
  const found: Date[] = []
  for (const ownerId of ownerIds) {
    const at = await calculateNextDueAt(tx, { merchantId, ownerId }, calendar)
    if (at) found.push(at)
  }
  return found.sort((one, other) => one.getTime() - other.getTime())[0]
}

/** The merchant and its recipients, as far as they have money that is not in a transfer. */
async function listOwnersWithMoney(tx: Tx, merchantId: string): Promise<string[]> {
  const { rows } = await tx.$client.query<{ id: string }>({
    name: 'settlement_owners_with_money',
    text: `select distinct owner.id from (
             select $1::uuid as id union all select id from split_recipients where merchant_id = $1
           ) owner
           join ledger_accounts account on account.merchant_id = $1 and account.owner = owner.id::text
             and account.kind in ('pending', 'available')
           where ${merchantBalanceSql('$1')} > 0`,
    values: [merchantId],
  })
  return rows.map(({ id }) => id)
}

async function calculateNextDueAt(
  tx: Tx,
  { merchantId, ownerId }: SettlementOwner,
  calendar: BankingCalendar,
): Promise<Date | undefined> {
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
  const [open] = await selectOpenSettlement(tx, { merchantId, ownerId })
  const days = open ? calendar : payoutDaysOf(calendar, settings)
  return settlementTimeOn(days.next(settings.lastRunOn ?? lagosDay(settings.createdAt)))
}
