import type { holdPayout, listPayouts, releasePayout, retryPayout } from '@adire/contract/back-office/money.ts'
import type { StaffPayout } from '@adire/contract/back-office/money-schemas.ts'
import type { StaffAction } from '@adire/contract/back-office/staff-audit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Context, StaffContext } from '../../context.ts'
import { listNewest } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { withBusinessClock } from '../../jobs/business-clock.ts'
import { findBank } from '../lookups/lookups.ts'
import { merchants } from '../merchants/tables.ts'
import type { SettlementKey, SettlementRecord } from '../settlements/move.ts'
import { type ListedSettlement, lastPayoutIsLate, listedSettlementColumns } from '../settlements/paid-late.ts'
import { holdSettlement, releaseSettlement, retrySettlement } from '../settlements/provider-hold.ts'
import { latePayouts, settlements } from '../settlements/tables.ts'
import { splitRecipients } from '../splits/tables.ts'
import { recordStaffEvent } from '../staff/events.ts'

/** Settlements of all businesses of a mode, newest first. */
export const listPayoutsHandler = ({ tx }: StaffContext, input: ParsedInput<typeof listPayouts>) =>
  listNewest(tx, input, {
    table: settlements,
    where: payoutCondition(input),
    from: selectPayouts(tx),
    serialize: toPayoutResponse,
    keyOf: ({ createdAt, id }) => [createdAt, id],
  })

const selectPayouts = (tx: StaffContext['tx']) =>
  tx
    .select({
      settlement: listedSettlementColumns,
      business: { id: merchants.id, name: merchants.businessName, code: merchants.merchantCode },
      recipient: splitRecipients.name,
    })
    .from(settlements)
    .leftJoin(latePayouts, lastPayoutIsLate)
    .innerJoin(merchants, eq(merchants.id, settlements.merchantId))
    .leftJoin(
      splitRecipients,
      and(eq(splitRecipients.merchantId, settlements.merchantId), eq(splitRecipients.id, settlements.ownerId)),
    )
    .$dynamic()

type Selected = Awaited<ReturnType<typeof selectPayouts>>[number]

/** Names settlements only: the total is counted without the joined tables. */
function payoutCondition({ mode, status, search }: ParsedInput<typeof listPayouts>): SQL | undefined {
  const matching = search && `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return and(
    sql`${settlements.merchantId} in (select id from ${merchants} where ${merchants.mode} = ${mode})`,
    status === 'held' ? isNotNull(settlements.heldFor) : status && eq(settlements.status, status),
    matching
      ? sql`(${settlements.reference} ilike ${matching} or ${settlements.bankReference} ilike ${matching}
          or ${settlements.merchantId} in (select id from ${merchants}
             where ${merchants.businessName} ilike ${matching} or ${merchants.merchantCode} ilike ${matching}))`
      : undefined,
  )
}

/** Resolves with undefined if nothing changed. */
type Act = (context: Context, key: SettlementKey, by: string) => Promise<SettlementRecord | undefined>

/** Applies an action to a settlement in the mode and on the clock of its business, and records it. */
async function act(given: StaffContext, key: SettlementKey, action: StaffAction, apply: Act, reason?: string) {
  const { tx, staff } = given
  const { merchantId, id } = key
  const [business] = await tx.select({ mode: merchants.mode }).from(merchants).where(eq(merchants.id, merchantId))
  if (!business) throw problem.notFound('settlement')
  const context = await withBusinessClock({ ...given, mode: business.mode }, merchantId)
  const changed = await apply(context, { merchantId, id }, `${staff.name} (${given.config.brand.name})`)
  if (changed)
    await recordStaffEvent(given, {
      action,
      object: changed.reference,
      merchantId,
      // The total counts for the two-person rule (`payout-limit.ts`).
      after: { amountKobo: changed.amountKobo, totalKobo: changed.totalKobo, ...(reason && { reason }) },
    })
  const [row] = await selectPayouts(tx).where(and(eq(settlements.merchantId, merchantId), eq(settlements.id, id)))
  return toPayoutResponse(row!)
}

export const holdPayoutHandler = (context: StaffContext, { reason, ...key }: ParsedInput<typeof holdPayout>) =>
  act(context, key, 'payout.held', (business, which, by) => holdSettlement(business, which, reason, by), reason)

export const releasePayoutHandler = (context: StaffContext, key: ParsedInput<typeof releasePayout>) =>
  act(context, key, 'payout.released', releaseSettlement)

export const retryPayoutHandler = (context: StaffContext, key: ParsedInput<typeof retryPayout>) =>
  act(context, key, 'payout.retried', retrySettlement)

const toPayoutResponse = ({ settlement, business, recipient }: Selected): StaffPayout => ({
  id: settlement.id,
  merchantId: settlement.merchantId,
  reference: settlement.reference,
  business,
  recipient,
  status: settlement.status,
  dueOn: settlement.dueOn,
  amountKobo: settlement.amountKobo,
  stampDutyKobo: settlement.stampDutyKobo,
  payments: settlement.paymentCount,
  account: describeAccount(settlement),
  hold: settlement.holdReason && { reason: settlement.holdReason, message: settlement.holdMessage ?? '' },
  isHeldByUs: settlement.heldFor !== null,
  failure: describeFailure(settlement),
  attempts: settlement.attempts,
  bankReference: settlement.bankReference,
  createdAt: settlement.createdAt.toISOString(),
  paidAt: settlement.paidAt?.toISOString() ?? null,
  returnedAt: settlement.returnedAt?.toISOString() ?? null,
  paidLateAt: settlement.paidLateAt?.toISOString() ?? null,
})

/** Why its last payout failed, or came back later; null once the bank has paid that after all. */
function describeFailure({ returnReason, failureMessage, paidLateAt }: ListedSettlement): string | null {
  if (returnReason === null) return failureMessage
  return paidLateAt === null ? `Sent back later: ${returnReason}` : null
}

const describeAccount = ({ bankId, accountNumber, accountName }: SettlementRecord) =>
  bankId === null || accountNumber === null
    ? null
    : [findBank(bankId)?.name, accountNumber, accountName]
        .filter((part) => part !== null && part !== undefined)
        .join(' · ')
