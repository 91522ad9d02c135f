import { and, eq, ne } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { loadFunds } from '../../ledger/funds.ts'
import { sumUnsettled } from './attach.ts'
import { loadCalendar, payAt, settlementTimeOn } from './calendar.ts'
import { minimumKobo } from './duty.ts'
import { accountToPay, holdAfterReturns, holdOn } from './hold.ts'
import { businessOwner } from './move.ts'
import { toPayoutAccount } from './serialize.ts'
import { settlements } from './tables.ts'

/** Unpaid balances, and a preview of the next settlement. */
export async function getUnsettledHandler(context: MerchantContext) {
  const { heldKobo, ...funds } = await loadFunds(context.tx, context.merchant.id)
  return { ...funds, reservedKobo: heldKobo, minimumKobo, next: await next(context) }
}

async function next({ tx, now, merchant }: MerchantContext) {
  const [open] = await tx
    .select()
    .from(settlements)
    .where(
      and(
        eq(settlements.merchantId, merchant.id),
        eq(settlements.ownerId, merchant.id),
        ne(settlements.status, 'success'),
      ),
    )
  const owner = businessOwner(merchant.id)
  const account = await accountToPay(tx, owner)
  const payoutAccount = { account: account ? toPayoutAccount(account) : null }
  const hold =
    (await holdOn(tx, merchant.id, account)) ?? (open && (await holdAfterReturns(tx, open, account!))) ?? null
  if (open?.status === 'pending')
    return {
      dueOn: open.dueOn,
      payAt: payAt(open.dueOn).toISOString(),
      amountKobo: open.totalKobo,
      settlementId: open.id,
      ...payoutAccount,
      hold,
    }
  const dueOn = await nextDay({ tx, now, merchant })
  const waiting = open && open.status !== 'processing' ? open.totalKobo : 0
  const reach = { ...owner, cutoff: startOfDay(dueOn), now }
  const pending = await sumUnsettled(tx, { ...reach, account: 'pending' })
  const available = await sumUnsettled(tx, { ...reach, account: 'available' })
  return {
    dueOn,
    payAt: payAt(dueOn).toISOString(),
    amountKobo: Math.max(0, pending) + available + waiting,
    settlementId: waiting > 0 ? open!.id : null,
    ...payoutAccount,
    hold,
  }
}

/** Day of the next settlement: today, if it is a working day and the settlement time has not come yet. */
async function nextDay({ tx, now }: Pick<MerchantContext, 'tx' | 'now' | 'merchant'>): Promise<string> {
  const today = lagosDay(now)
  const calendar = await loadCalendar(tx)
  return calendar.next(now < settlementTimeOn(today) ? addDays(today, -1) : today)
}
