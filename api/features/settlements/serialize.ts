import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { SettlementFigures } from '@adire/contract/settlement-figures-schemas.ts'
import type { getSettlement } from '@adire/contract/settlements.ts'
import type { Settlement, SettlementDay, SettlementRow } from '@adire/contract/settlements-schemas.ts'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { findBank } from '../lookups/lookups.ts'
import { nextAttemptDay, payoutTimeOn } from './calendar.ts'
import { waitsForOwner } from './hold.ts'
import { findRecipientName, findSettlement, type SettlementRecord, settlementTimeline } from './move.ts'
import { findPaidLateAt, type ListedSettlement } from './paid-late.ts'
import { calculateDifference } from './recompute.ts'

const maxEvents = 200
/** Maximum number of days returned; only a settlement unpaid for over a year would have more. */
const maxDays = 400

export const toPayoutAccount = (at: {
  bankId: number | null
  accountNumber: string | null
  accountName: string | null
}) =>
  at.bankId !== null && at.accountNumber !== null
    ? { bankName: findBank(at.bankId)?.name ?? '', accountNumber: at.accountNumber, accountName: at.accountName }
    : null

export const toSettlementRow = (settlement: ListedSettlement): SettlementRow => ({
  id: settlement.id,
  reference: settlement.reference,
  status: settlement.status,
  dueOn: settlement.dueOn,
  firstDay: settlement.firstDay,
  lastDay: settlement.lastDay,
  paymentCount: settlement.paymentCount,
  amountKobo: settlement.amountKobo,
  account: toPayoutAccount(settlement),
  narration: settlement.narration,
  bankReference: settlement.bankReference,
  hold:
    settlement.holdReason && settlement.holdMessage
      ? { reason: settlement.holdReason, message: settlement.holdMessage }
      : null,
  failureMessage: settlement.failureMessage,
  attempts: settlement.attempts,
  createdAt: settlement.createdAt.toISOString(),
  paidAt: settlement.paidAt?.toISOString() ?? null,
  returnedAt: settlement.returnedAt?.toISOString() ?? null,
  returnReason: settlement.returnReason,
  paidLateAt: settlement.paidLateAt?.toISOString() ?? null,
})

export async function getSettlementHandler(
  { tx, merchant }: MerchantContext,
  { id, transactionDate }: ParsedInput<typeof getSettlement>,
) {
  const settlement = await findSettlement(tx, { merchantId: merchant.id, id })
  return {
    ...toSettlementRow({ ...settlement, paidLateAt: await findPaidLateAt(tx, settlement) }),
    party: await findSettlementParty(tx, settlement),
    figures: await toSettlementFigures(tx, settlement),
    days: await listSettlementDays(tx, settlement, transactionDate),
    lineCount: settlement.lineCount,
    nextTryAt: (await calculateNextAttemptAt(tx, settlement))?.toISOString() ?? null,
    events: await settlementTimeline.list(tx, settlement, maxEvents),
  } satisfies Settlement
}

async function findSettlementParty(tx: Tx, settlement: SettlementRecord): Promise<Settlement['party']> {
  const name = await findRecipientName(tx, settlement)
  return name === undefined ? null : { id: settlement.ownerId, name }
}

/**
 * Totals of a settlement. If it is on hold or returned, nothing reached the bank: the closing balance keeps the amount for the
 * next attempt.
 */
async function toSettlementFigures(tx: Tx, settlement: SettlementRecord): Promise<SettlementFigures> {
  const {
    openingKobo,
    grossKobo,
    feesKobo,
    vatKobo,
    refundsKobo,
    disputesKobo,
    reserveKobo,
    sharesKobo,
    adjustmentsKobo,
  } = settlement
  const isStopped = settlement.status === 'on_hold' || settlement.status === 'failed'
  const stampDutyKobo = isStopped ? 0 : settlement.stampDutyKobo
  const bankKobo = isStopped ? 0 : settlement.amountKobo
  const lines =
    openingKobo +
    grossKobo +
    feesKobo +
    vatKobo +
    sharesKobo +
    refundsKobo +
    disputesKobo +
    reserveKobo +
    adjustmentsKobo
  const closingKobo = lines - stampDutyKobo - bankKobo
  return {
    openingKobo,
    grossKobo,
    feesKobo,
    vatKobo,
    sharesKobo,
    refundsKobo,
    disputesKobo,
    reserveKobo,
    adjustmentsKobo,
    stampDutyKobo: -stampDutyKobo,
    bankKobo,
    closingKobo,
    differenceKobo: await calculateDifference(tx, settlement),
  }
}

const isPayment = `type = 'payment'`

async function listSettlementDays(
  tx: Tx,
  { merchantId, id }: SettlementRecord,
  day: string | undefined,
): Promise<SettlementDay[]> {
  const { rows } = await tx.$client.query<SettlementDay>({
    name: 'settlement_days',
    text: `
      select (at at time zone 'Africa/Lagos')::date::text as day, count(*) filter (where ${isPayment}) as "paymentCount",
             count(*) as "lineCount", sum(gross_kobo) filter (where ${isPayment})::bigint as "grossKobo",
             sum(fee_kobo) filter (where ${isPayment})::bigint as "feesKobo",
             sum(vat_kobo) filter (where ${isPayment})::bigint as "vatKobo",
             sum(amount_kobo) filter (where ${isPayment})::bigint as "netKobo"
      from settlement_lines
      where merchant_id = $1 and settlement_id = $2
        and ($3::date is null or (at at time zone 'Africa/Lagos')::date = $3)
      group by 1 having count(*) filter (where ${isPayment}) > 0 order by 1 limit ${maxDays}`,
    values: [merchantId, id, day ?? null],
  })
  return rows
}

async function calculateNextAttemptAt(tx: Tx, settlement: SettlementRecord): Promise<Date | undefined> {
  const { status, dueOn } = settlement
  if (settlement.heldFor !== null || (await waitsForOwner(tx, settlement))) return undefined
  if (status === 'pending') return payoutTimeOn(dueOn)
  if (status === 'failed' || status === 'on_hold') return payoutTimeOn(await nextAttemptDay(tx, dueOn))
  return undefined
}
