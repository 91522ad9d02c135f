import type { Context } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { lockLedgerAccounts } from '../../ledger/ledger.ts'
import { repayDebt } from '../splits/debt.ts'
import { beginSettlement } from './begin-settlement.ts'
import { type BankingCalendar, lastSettlementDay, loadCalendar } from './calendar.ts'
import { continueSettlement } from './continue-settlement.ts'
import { claimSettlementDay, type SettlementOwner } from './move.ts'
import { lockOpenSettlement } from './open-settlement.ts'
import { payoutDaysOf } from './payout-schedule.ts'

/**
 * Collects the proceeds of a merchant or a split recipient until the end of yesterday into a settlement. Once a day, on the days of
 * its payout schedule. An unpaid settlement that was held or returned is continued with the new proceeds. Debts of a recipient are repaid first.
 * Returns false if the day was already handled. `known`: the calendar, if the caller has read it.
 */
export async function createSettlement(
  context: Context,
  owner: SettlementOwner,
  known?: BankingCalendar,
): Promise<boolean> {
  const { tx, now } = context
  const today = lagosDay(now)
  const day = lastSettlementDay(now)
  const settings = await claimSettlementDay(tx, owner, day)
  if (!settings) return false
  const calendar = known ?? (await loadCalendar(tx))
  if (day !== today || !calendar.isWorking(day)) return true
  await lockLedgerAccounts(tx, owner.merchantId, [
    merchantAccount(owner.ownerId, 'pending'),
    merchantAccount(owner.ownerId, 'available'),
  ])
  const open = await lockOpenSettlement(tx, owner)
  // The bank's outcome is not known yet: new proceeds wait, so that no kobo is in two transfers.
  if (open?.status === 'processing') return true
  // An unpaid settlement is due on every working day; a new one waits for its day.
  if (!open && !payoutDaysOf(calendar, settings).isWorking(day)) return true
  if (owner.ownerId !== owner.merchantId) await repayDebt(context, owner)
  await (open ? continueSettlement(context, settings, open) : beginSettlement(context, settings))
  return true
}
