import type { PayoutInterval } from '@adire/contract/payout-schedule.ts'
import type { Tx } from '../../database/connect.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { merchantBalanceSql } from '../../ledger/ledger.ts'
import { loadCalendar, settlementTimeOn } from './calendar.ts'
import { payoutDaysOf } from './payout-schedule.ts'

/** What the next settlement of an owner depends on. */
interface NextSettlement {
  /** Day of the last settlement run in Lagos; before the first, the day on which the merchant was created. */
  after: string
  payoutInterval: PayoutInterval
  payoutDay: number | null
  /** An open settlement takes new proceeds on each working day. */
  isOpen: boolean
}

/**
 * Next time at which proceeds of the merchant or its recipients are settled, if their balances are above zero. For a day that passed
 * without a run it is the next working day.
 */
export async function nextSettlementTime(tx: Tx, merchantId: string, now: Date): Promise<Date | undefined> {
  const due = await listNextSettlements(tx, merchantId)
  if (due.length === 0) return undefined
  const calendar = await loadCalendar(tx)
  const days = due.map((one) => (one.isOpen ? calendar : payoutDaysOf(calendar, one)).next(one.after))
  const first = days.sort()[0]!
  const today = lagosDay(now)
  return settlementTimeOn(first < today ? calendar.next(addDays(today, -1)) : first)
}

/** The different next settlements of the merchant and its recipients, as far as they have money that is not in a transfer. */
async function listNextSettlements(tx: Tx, merchantId: string): Promise<NextSettlement[]> {
  const { rows } = await tx.$client.query<NextSettlement>({
    name: 'settlement_next_of_owners',
    text: `
      with owner as (
        select distinct candidate.id from (
          select $1::uuid as id union all select id from split_recipients where merchant_id = $1
        ) candidate
        join ledger_accounts account on account.merchant_id = $1 and account.owner = candidate.id::text
          and account.kind in ('pending', 'available')
        where ${merchantBalanceSql('$1')} > 0
      )
      select distinct coalesce(settings.last_run_on, (merchant.created_at at time zone 'Africa/Lagos')::date)::text as after,
        coalesce(settings.payout_interval, 'daily') as "payoutInterval", settings.payout_day as "payoutDay",
        exists (
          select 1 from settlements where settlements.merchant_id = $1 and settlements.owner_id = owner.id
            and settlements.status <> 'success'
        ) as "isOpen"
      from owner join merchants merchant on merchant.id = $1
      left join payout_settings settings on settings.merchant_id = $1 and settings.owner_id = owner.id`,
    values: [merchantId],
  })
  return rows
}
