import type { Parsed } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { downloadSettlementStatement, downloadStatement, SettlementFigures } from '@adire/contract/settlements.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { daysBetween } from '../../lagos.ts'
import { merchants } from '../merchants/tables.ts'
import { readLines } from './download.ts'
import { filterOf, ofOwner } from './list.ts'
import { findSettlement, type SettlementRecord, sentOf } from './move.ts'
import { get } from './show.ts'
import { settlements } from './tables.ts'

/** So many lines stand in a statement; of a settlement with more, its days do. */
const mostLines = 500

async function headOf({ tx, merchant, config, mode, now }: MerchantContext) {
  const [business] = await tx
    .select({ name: merchants.businessName, code: merchants.merchantCode })
    .from(merchants)
    .where(eq(merchants.id, merchant.id))
  return { brand: config.brand.name, business: business!, isTest: mode === 'TEST', madeAt: now }
}

/** One settlement on paper: how it adds up, and every line of it. */
export async function* settlementStatement(
  context: MerchantContext,
  { id }: Parsed<typeof downloadSettlementStatement>,
) {
  const { tx, merchant } = context
  const { lineCount } = await findSettlement(tx, { merchantId: merchant.id, id })
  const settlement = await get(context, { id })
  const lines =
    lineCount > mostLines ? undefined : await readLines(tx, { merchantId: merchant.id, id }, undefined, mostLines)
  // Loaded when the first is asked for: paper takes megabytes.
  const { printSettlement } = await import('./print-settlement.ts')
  yield await printSettlement({ ...(await headOf(context)), settlement, lines })
}

/** The settlements that were due in a period, on paper: each in a line, and how all of them add up. */
export async function* statement(context: MerchantContext, { from, to }: Parsed<typeof downloadStatement>) {
  const { tx, merchant } = context
  const mine = and(eq(settlements.merchantId, merchant.id), ofOwner(context), filterOf({ from, to }))
  if (daysBetween(from, to) > limits.statementDays)
    throw problem.field('to', `Choose at most ${limits.statementDays} days`)
  const rows = await tx
    .select()
    .from(settlements)
    .where(mine)
    .orderBy(asc(settlements.dueOn), asc(settlements.id))
    .limit(mostSettlements + 1)
  if (rows.length > mostSettlements)
    throw problem.field('to', `There are more than ${mostSettlements} settlements in this period; choose a shorter one`)
  const figures = addUp(rows, await leftAvailable(tx, merchant.id, rows))
  const { printPeriod } = await import('./print-period.ts')
  yield await printPeriod({ ...(await headOf(context)), from, to, rows, figures })
}

/** One each working day comes to 290 in the longest period. */
const mostSettlements = 500

function addUp(rows: readonly SettlementRecord[], leftKobo: number): SettlementFigures {
  const sum = (of: (row: SettlementRecord) => number) => rows.reduce((total, row) => total + of(row), 0)
  const parts = {
    openingKobo: sum((row) => row.openingKobo),
    grossKobo: sum((row) => row.grossKobo),
    feesKobo: sum((row) => row.feesKobo),
    vatKobo: sum((row) => row.vatKobo),
    sharesKobo: sum((row) => row.sharesKobo),
    refundsKobo: sum((row) => row.refundsKobo),
    disputesKobo: sum((row) => row.disputesKobo),
    reserveKobo: sum((row) => row.reserveKobo),
    adjustmentsKobo: sum((row) => row.adjustmentsKobo),
    stampDutyKobo: -sum((row) => sentOf(row).dutyKobo),
  }
  const bankKobo = sum((row) => sentOf(row).bankKobo)
  const closingKobo = Object.values(parts).reduce((total, kobo) => total + kobo, 0) - bankKobo
  const differenceKobo = sum((row) => row.totalKobo) - leftKobo - closingKobo
  return { ...parts, bankKobo, closingKobo, differenceKobo }
}

/** What the ledger itself says has left the business's balance for these settlements: to the bank, and as stamp duty. */
async function leftAvailable(tx: Tx, merchantId: string, rows: readonly SettlementRecord[]): Promise<number> {
  const { rows: found } = await tx.$client.query<{ kobo: number }>({
    name: 'settlements_left_available',
    text: `
      select coalesce(-sum(posted.amount_kobo), 0)::bigint as kobo
      from payouts payout
      join ledger_entries entry on entry.reference = 'payout:' || payout.settlement_id || ':' || payout.attempt
      join ledger_accounts account on account.owner = $1::text and account.kind = 'available'
      join ledger_lines posted on posted.entry_id = entry.id and posted.account_id = account.id
      where payout.merchant_id = $1::uuid and payout.settlement_id = any($2::uuid[]) and payout.status in ('asked', 'paid')`,
    values: [merchantId, rows.map(({ id }) => id)],
  })
  return found[0]!.kobo
}
