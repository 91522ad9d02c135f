import type { getPayoutRun, listReserves } from '@adire/contract/back-office/money.ts'
import type { StaffReserve } from '@adire/contract/back-office/money-schemas.ts'
import type { Mode } from '@adire/contract/call.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { SettlementStatus } from '@adire/contract/settlements-schemas.ts'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { countUpTo, toListTotal } from '../../http/page.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { merchants } from '../merchants/tables.ts'
import { loadCalendar, payoutTimeOn, settlementTimeOn } from '../settlements/calendar.ts'
import { settlementReserves, settlements } from '../settlements/tables.ts'

const shownOwners = 10

/** The next daily run, or the one of today until midnight: what is due, and what no settlement has yet. */
export async function getPayoutRunHandler({ tx, now }: StaffContext, { mode }: ParsedInput<typeof getPayoutRun>) {
  const calendar = await loadCalendar(tx)
  const today = lagosDay(now)
  const day = calendar.isWorking(today) ? today : calendar.next(today)
  const owners = await listUnsettledOwners(tx, mode)
  return {
    day,
    createsAt: settlementTimeOn(day).toISOString(),
    paysAt: payoutTimeOn(day).toISOString(),
    statuses: await sumStatuses(tx, mode, day),
    unsettled: {
      owners: owners.count,
      totalKobo: owners.totalKobo,
    },
    largest: owners.largest,
  }
}

async function sumStatuses(tx: StaffContext['tx'], mode: Mode, day: string) {
  const { rows } = await tx.$client.query<{ status: SettlementStatus; count: number; amountKobo: number }>(
    `select settlement.status, count(*)::int as count, coalesce(sum(settlement.amount_kobo), 0)::bigint as "amountKobo"
     from settlements settlement join merchants merchant on merchant.id = settlement.merchant_id and merchant.mode = $1
     where (settlement.due_on <= $2::date and settlement.status <> 'success')
        or (settlement.status = 'success' and settlement.paid_at >= $3 and settlement.paid_at < $4)
     group by settlement.status order by settlement.status`,
    // The clock of a test business can be days ahead.
    [mode, day, startOfDay(day), startOfDay(addDays(day, 1))],
  )
  return rows
}

interface UnsettledOwner {
  id: string
  name: string
  code: string
  recipient: string | null
  totalKobo: number
  count: number
  sumKobo: number
}

/** Owners of lines that are in no settlement, the largest first, with the number and sum of all. */
async function listUnsettledOwners(tx: StaffContext['tx'], mode: Mode) {
  const { rows } = await tx.$client.query<UnsettledOwner>(
    `with owed as (
       select line.merchant_id, account.owner::uuid as owner, sum(line.amount_kobo)::bigint as kobo
       from ledger_unsettled_lines line
       join ledger_accounts account on account.id = line.account_id and account.merchant_id = line.merchant_id
       group by line.merchant_id, account.owner having sum(line.amount_kobo) > 0
     ), named as (
       select merchant.id, merchant.business_name as name, merchant.merchant_code as code, recipient.name as recipient, owed.kobo
       from owed
       left join split_recipients recipient on recipient.merchant_id = owed.merchant_id and recipient.id = owed.owner
       join merchants merchant on merchant.id = owed.merchant_id and merchant.mode = $1
     )
     select id, name, code, recipient, kobo as "totalKobo", (count(*) over ())::int as count,
            (sum(kobo) over ())::bigint as "sumKobo"
     from named order by kobo desc, id limit $2`,
    [mode, shownOwners],
  )
  return {
    count: rows[0]?.count ?? 0,
    totalKobo: rows[0]?.sumKobo ?? 0,
    largest: rows.map(({ id, name, code, recipient, totalKobo }) => ({
      business: { id, name, code },
      recipient,
      totalKobo,
    })),
  }
}

/** Reserves that are not released yet, in the order of their release. */
export async function listReservesHandler({ tx }: StaffContext, input: ParsedInput<typeof listReserves>) {
  const held = and(
    isNull(settlementReserves.releasedAt),
    sql`${settlementReserves.merchantId} in (select id from ${merchants} where ${merchants.mode} = ${input.mode})`,
  )
  const rows = await tx
    .select({
      reserve: settlementReserves,
      business: { id: merchants.id, name: merchants.businessName, code: merchants.merchantCode },
      settlement: { reference: settlements.reference, createdAt: settlements.createdAt },
    })
    .from(settlementReserves)
    .innerJoin(merchants, eq(merchants.id, settlementReserves.merchantId))
    .innerJoin(
      settlements,
      and(
        eq(settlements.merchantId, settlementReserves.merchantId),
        eq(settlements.id, settlementReserves.settlementId),
      ),
    )
    .where(held)
    .orderBy(asc(settlementReserves.releaseAt), asc(settlementReserves.id))
    .limit(input.limit)
    .offset(input.offset)
  const content: StaffReserve[] = rows.map(({ reserve, business, settlement }) => ({
    id: reserve.id,
    business,
    settlementReference: settlement.reference,
    amountKobo: reserve.amountKobo,
    releaseAt: reserve.releaseAt.toISOString(),
    createdAt: settlement.createdAt.toISOString(),
  }))
  return {
    content,
    ...toListTotal(await countUpTo(tx, settlementReserves, held)),
    offset: input.offset,
    limit: input.limit,
  }
}
