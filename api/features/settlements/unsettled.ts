import { and, eq, ne } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { loadFunds } from '../../ledger/funds.ts'
import { sumUnsettled, sumUnsettledPayments, toReach } from './attach.ts'
import { loadCalendar, nextSettlementDay, payoutTimeOn } from './calendar.ts'
import { deductStampDuty, minimumKobo, sumDue } from './duty.ts'
import { findHold, findPayoutAccount, holdAfterReturns, holdAfterSentBack, providerHold } from './hold.ts'
import { calculateReserve } from './hold-reserve.ts'
import { businessOwner, findPayoutSettings, type SettlementOwner, type SettlementRecord } from './move.ts'
import { loadNextPayoutDay, type NextPayoutDay, type PayoutRules } from './payout-schedule.ts'
import { toPayoutAccount } from './serialize.ts'
import { settlements } from './tables.ts'

/** Unpaid balances, and a preview of the next settlement. */
export async function getUnsettledHandler(context: MerchantContext) {
  const { heldKobo, ...funds } = await loadFunds(context.tx, context.merchant.id)
  return { ...funds, reservedKobo: heldKobo, minimumKobo, next: await next(context) }
}

async function next({ tx, now, merchant }: MerchantContext) {
  const owner = businessOwner(merchant.id)
  const { open, account, hold } = await loadPayoutState(tx, merchant.id, now)
  const payoutAccount = { account: account ? toPayoutAccount(account) : null }
  if (open?.status === 'pending')
    return {
      dueOn: open.dueOn,
      payAt: payoutTimeOn(open.dueOn).toISOString(),
      amountKobo: open.totalKobo,
      stampDutyKobo: open.stampDutyKobo,
      isBelowMinimum: false,
      settlementId: open.id,
      ...payoutAccount,
      hold,
    }
  const settings = await findPayoutSettings(tx, owner)
  const findNext = await loadNextDay(tx, { calendar: await loadCalendar(tx), settings, open }, now)
  const dueOn = findNext()
  const waiting = isContinued(open) ? open.totalKobo : 0
  const reach = toReach(owner, dueOn, now)
  const unsettled = await sumUnsettled(tx, reach)
  const dueKobo = sumDue(unsettled)
  const reserveKobo = settings?.reserveBps
    ? calculateReserve(settings, Math.min(unsettled.pending.kobo, await sumUnsettledPayments(tx, reach)))
    : 0
  const amountKobo = dueKobo - reserveKobo + waiting
  return {
    dueOn,
    payAt: payoutTimeOn(dueOn).toISOString(),
    amountKobo,
    stampDutyKobo: deductStampDuty(amountKobo, settings?.stampDutyBearer ?? 'merchant').stampDutyKobo,
    isBelowMinimum: !isContinued(open) && dueKobo < minimumKobo,
    settlementId: waiting > 0 ? open!.id : null,
    ...payoutAccount,
    hold,
  }
}

/** The business's unpaid settlement, its payout account, and why nothing can be paid out now; null if it can. */
export async function loadPayoutState(tx: Tx, merchantId: string, now: Date) {
  const [open] = await tx
    .select()
    .from(settlements)
    .where(
      and(
        eq(settlements.merchantId, merchantId),
        eq(settlements.ownerId, merchantId),
        ne(settlements.status, 'success'),
      ),
    )
  const owner = businessOwner(merchantId)
  const account = await findPayoutAccount(tx, owner)
  const hold =
    (open && providerHold(open)) ??
    (await findHold(tx, merchantId, account)) ??
    (open ? await holdAfterReturns(tx, open, account!) : await holdAfterSentBack(tx, owner, account!, now)) ??
    null
  return { open, account, hold }
}

/** Whether the next proceeds are paid out together with this settlement, because it was returned or is on hold. */
export const isContinued = (open: SettlementRecord | undefined): open is SettlementRecord =>
  open?.status === 'failed' || open?.status === 'on_hold'

/**
 * Due days of the next proceeds, by the schedule. With a settlement that was returned or is on hold they are paid together with it, on the
 * next working day.
 */
export async function loadNextDay(
  tx: Tx,
  { open, ...rest }: PayoutRules & { open: SettlementRecord | undefined },
  now: Date,
): Promise<NextPayoutDay> {
  if (!isContinued(open)) return loadNextPayoutDay(tx, rest, now)
  return (proceedsOf) => nextSettlementDay(rest.calendar, now, proceedsOf)
}

/** Unsettled proceeds that the settlement of a day includes, in kobo, before its reserve. */
export async function sumDueOn(tx: Tx, owner: SettlementOwner, dueOn: string, now: Date): Promise<number> {
  return sumDue(await sumUnsettled(tx, toReach(owner, dueOn, now)))
}
