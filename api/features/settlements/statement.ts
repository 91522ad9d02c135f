import { registrationLine } from '@adire/contract/business-lines.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { SettlementFigures } from '@adire/contract/settlement-figures-schemas.ts'
import type { downloadPeriodStatement, downloadSettlementStatement } from '@adire/contract/settlements.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { daysBetween } from '../../lagos.ts'
import { formatAddress } from '../merchants/address.ts'
import { merchants } from '../merchants/tables.ts'
import { readLines } from './download.ts'
import { buildFilter, ofSettlementOwner } from './list.ts'
import { findSettlement, type SettlementRecord, sentAmounts } from './move.ts'
import type { PeriodStatement } from './print-period.ts'
import type { SettlementStatement } from './print-settlement.ts'
import { calculateDifferences } from './recompute.ts'
import { getSettlementHandler } from './serialize.ts'
import { settlements } from './tables.ts'

type Undated<Facts> = Omit<Facts, 'madeAt'>

/** Maximum number of lines in a statement; a settlement with more shows totals per day instead. */
const maxLines = 500

async function loadHeader({ tx, merchant, config, mode, now }: MerchantContext) {
  const [business] = await tx.select().from(merchants).where(eq(merchants.id, merchant.id))
  const { businessName, merchantCode } = business!
  return {
    head: {
      brand: config.brand.name,
      brandAddress: config.brand.address,
      business: {
        name: businessName,
        code: merchantCode,
        address: formatAddress(business!),
        registration: registrationLine(business!),
        brandColor: business!.brandColor,
      },
      isTest: mode === 'TEST',
    },
    at: { madeAt: now },
  }
}

/** Statement of one settlement (PDF): totals and all lines. */
export async function downloadSettlementStatementHandler(
  context: MerchantContext,
  { id }: ParsedInput<typeof downloadSettlementStatement>,
) {
  const { tx, merchant } = context
  const { lineCount } = await findSettlement(tx, { merchantId: merchant.id, id })
  const settlement = await getSettlementHandler(context, { id })
  const lines =
    lineCount > maxLines ? undefined : await readLines(tx, { merchantId: merchant.id, id }, undefined, maxLines)
  const { head, at } = await loadHeader(context)
  return { job: 'settlement' as const, data: { ...head, settlement, lines } satisfies Undated<SettlementStatement>, at }
}

/** Statement of a period (PDF): one row per settlement due in it, and their totals. */
export async function downloadPeriodStatementHandler(
  context: MerchantContext,
  { from, to }: ParsedInput<typeof downloadPeriodStatement>,
) {
  const { tx, merchant } = context
  const mine = and(eq(settlements.merchantId, merchant.id), ofSettlementOwner(context), buildFilter({ from, to }))
  if (daysBetween(from, to) > limits.statementDays)
    throw problem.field('to', `Choose at most ${limits.statementDays} days`)
  const rows = await tx
    .select()
    .from(settlements)
    .where(mine)
    .orderBy(asc(settlements.dueOn), asc(settlements.id))
    .limit(maxSettlements + 1)
  if (rows.length > maxSettlements)
    throw problem.field('to', `There are more than ${maxSettlements} settlements in this period; choose a shorter one`)
  const differences = await calculateDifferences(
    tx,
    merchant.id,
    rows.map((row) => row.id),
  )
  const figures = addUp(rows, differences)
  const { head, at } = await loadHeader(context)
  return { job: 'period' as const, data: { ...head, from, to, rows, figures } satisfies Undated<PeriodStatement>, at }
}

/** Maximum number of settlements in a statement. One per working day makes 290 in the longest period. */
const maxSettlements = 500

/** Totals of a period. Its opening balance is that of its first settlement; later opening balances were closed within the period. */
function addUp(rows: readonly SettlementRecord[], differences: readonly number[]): SettlementFigures {
  const sum = (of: (row: SettlementRecord) => number) => rows.reduce((total, row) => total + of(row), 0)
  const parts = {
    openingKobo: rows[0]?.openingKobo ?? 0,
    grossKobo: sum((row) => row.grossKobo),
    feesKobo: sum((row) => row.feesKobo),
    vatKobo: sum((row) => row.vatKobo),
    sharesKobo: sum((row) => row.sharesKobo),
    refundsKobo: sum((row) => row.refundsKobo),
    disputesKobo: sum((row) => row.disputesKobo),
    reserveKobo: sum((row) => row.reserveKobo),
    adjustmentsKobo: sum((row) => row.adjustmentsKobo),
    // Avoids minus zero.
    stampDutyKobo: -sum((row) => sentAmounts(row).dutyKobo) || 0,
  }
  const bankKobo = sum((row) => sentAmounts(row).bankKobo)
  const closingKobo = Object.values(parts).reduce((total, kobo) => total + kobo, 0) - bankKobo
  return { ...parts, bankKobo, closingKobo, differenceKobo: differences.reduce((total, kobo) => total + kobo, 0) }
}
