import type { Tx } from '../../database/connect.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import type { ExpectedDays, SettlementParts } from '../payments/events.ts'
import { type BankingCalendar, lastSettlementDay, loadCalendar } from './calendar.ts'
import { minimumKobo } from './duty.ts'
import { businessOwner, findPayoutSettings, type SettlementRecord } from './move.ts'
import { isContinued, loadNextDay, loadPayoutState, sumDueOn } from './unsettled.ts'

export type ExpectedSettlement = Omit<SettlementParts, 'settlement'>

export const noExpectation: ExpectedSettlement = { expectedSettlementOn: null, settlementHold: null }

const tooLittle = 'Less than NGN 1,000.00 is unsettled. It is paid together with your next payments.'

/** Expected payout day of an unpaid settlement, or the reason why it has none. */
function expectPayout({ status, dueOn, holdMessage }: SettlementRecord, calendar: BankingCalendar): ExpectedSettlement {
  if (status === 'on_hold') return { expectedSettlementOn: null, settlementHold: holdMessage }
  // The bank returned the payout: it is sent again on the next working day.
  return { expectedSettlementOn: status === 'failed' ? calendar.next(dueOn) : dueOn, settlementHold: null }
}

/** Expected payout days of the unpaid proceeds of a business, or the reasons why there are none. */
export interface ExpectedSettlements {
  /** Expectation for the settlement that is not paid out yet. */
  open: ExpectedSettlement
  /** Proceeds in no settlement yet: `first` is for those up to this Lagos day, `later` for those of later days. */
  until: string
  first: ExpectedSettlement
  later: ExpectedSettlement
}

/** Expected payout days of a business, read with a few statements, however many payments wait. */
export async function expectSettlements(tx: Tx, merchantId: string, now: Date): Promise<ExpectedSettlements> {
  const calendar = await loadCalendar(tx)
  const { open, hold } = await loadPayoutState(tx, merchantId, now)
  const settings = await findPayoutSettings(tx, businessOwner(merchantId))
  const findNext = await loadNextDay(tx, { calendar, settings, open }, now)
  const until = lastSettlementDay(now)
  const expectOn = async (dueOn: string): Promise<ExpectedSettlement> => {
    if (hold) return { expectedSettlementOn: null, settlementHold: hold.message }
    const isEnough = isContinued(open) || (await sumDueOn(tx, businessOwner(merchantId), dueOn, now)) >= minimumKobo
    return isEnough
      ? { expectedSettlementOn: dueOn, settlementHold: null }
      : { expectedSettlementOn: null, settlementHold: tooLittle }
  }
  const firstOn = findNext(until)
  const laterOn = findNext(addDays(until, 1))
  const first = await expectOn(firstOn)
  return {
    open: open ? expectPayout(open, calendar) : noExpectation,
    until,
    first,
    later: laterOn === firstOn ? first : await expectOn(laterOn),
  }
}

/** Expected days as the export of payments uses them: of the open settlement, and of proceeds before and after a time. */
export async function expectSettlementDays(tx: Tx, merchantId: string, now: Date): Promise<ExpectedDays> {
  const { open, until, first, later } = await expectSettlements(tx, merchantId, now)
  return {
    openOn: open.expectedSettlementOn,
    before: startOfDay(addDays(until, 1)),
    firstOn: first.expectedSettlementOn,
    laterOn: later.expectedSettlementOn,
  }
}
