import type { ParsedInput } from '@adire/contract/endpoint.ts'
import {
  describePayoutSchedule,
  type PayoutSchedule,
  type updatePayoutSchedule,
} from '@adire/contract/payout-schedule.ts'
import type { MemberContext, MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { addDays } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { sumUnsettled, toReach } from './attach.ts'
import { type BankingCalendar, loadCalendar, nextSettlementDay } from './calendar.ts'
import { reachesMinimum } from './duty.ts'
import {
  businessOwner,
  findPayoutSettings,
  lockPayoutSettings,
  matchingOwner,
  type PayoutSettingsRecord,
  type SettlementOwner,
} from './move.ts'
import { payoutSettings } from './tables.ts'

type Settings = Pick<typeof payoutSettings.$inferSelect, 'payoutInterval' | 'payoutDay'>

const toSchedule = (settings: Settings | undefined): PayoutSchedule => ({
  interval: settings?.payoutInterval ?? 'daily',
  day: settings?.payoutDay ?? null,
})

/** Days on which an owner is paid out: working days of banks that its schedule chooses. */
export const payoutDaysOf = (calendar: BankingCalendar, settings: Settings | undefined): BankingCalendar =>
  toPayoutCalendar(calendar, toSchedule(settings))

/** Days on which an owner is paid out, by its stored schedule. */
export async function loadPayoutDays(tx: Tx, owner: SettlementOwner): Promise<BankingCalendar> {
  return payoutDaysOf(await loadCalendar(tx), await findPayoutSettings(tx, owner))
}

type RunSettings = SettlementOwner & Settings & { ranBeforeOn: string | null }

/**
 * Whether a new settlement is due in the run of a working day: the day is in the payout schedule, or there was no run on the last such
 * day and enough is unsettled of it. `ranBeforeOn`: the day of the run before; null before the first.
 */
export async function isPayoutDay(
  tx: Tx,
  settings: RunSettings,
  { calendar, day, now }: { calendar: BankingCalendar; day: string; now: Date },
): Promise<boolean> {
  const days = payoutDaysOf(calendar, settings)
  if (days.isWorking(day)) return true
  const last = days.previous(day)
  if (settings.ranBeforeOn === null || last <= settings.ranBeforeOn) return false
  return reachesMinimum(await sumUnsettled(tx, toReach(settings, last, now)))
}

/** Due day of the next new settlement that includes proceeds of a day; without a day, of the next new settlement. */
export type NextPayoutDay = (proceedsOf?: string) => string

/** What decides the days of an owner's payouts. `settings`: undefined for one without settings of its own. */
export interface PayoutRules {
  calendar: BankingCalendar
  settings: PayoutSettingsRecord | undefined
}

export async function loadNextPayoutDay(
  tx: Tx,
  { calendar, settings }: PayoutRules,
  now: Date,
): Promise<NextPayoutDay> {
  const days = payoutDaysOf(calendar, settings)
  const nextRunOn = nextSettlementDay(calendar, now)
  const run = { calendar, day: nextRunOn, now }
  const isNextRun = settings && (await isPayoutDay(tx, { ...settings, ranBeforeOn: settings.lastRunOn }, run))
  return (proceedsOf = '') =>
    isNextRun && proceedsOf < nextRunOn ? nextRunOn : nextSettlementDay(days, now, proceedsOf)
}

/** Working days of a calendar on which a schedule pays: the chosen day, or the first working day after it. */
export function toPayoutCalendar(calendar: BankingCalendar, schedule: PayoutSchedule): BankingCalendar {
  if (schedule.interval === 'daily') return calendar
  const isWorking = (day: string) => {
    if (!calendar.isWorking(day)) return false
    const before = calendar.previous(day)
    for (let chosen = day; chosen > before; chosen = addDays(chosen, -1)) if (isChosen(schedule, chosen)) return true
    return false
  }
  const search = (step: (day: string) => string) => (day: string) => {
    let at = step(day)
    while (!isWorking(at)) at = step(at)
    return at
  }
  return { isWorking, next: search(calendar.next), previous: search(calendar.previous) }
}

function isChosen({ interval, day }: PayoutSchedule, at: string): boolean {
  const date = new Date(at)
  if (interval === 'weekly') return date.getUTCDay() === day
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === Math.min(day!, daysInMonth)
}

/** On which working days a business is paid out. */
export const findPayoutSchedule = async (tx: Tx, merchantId: string): Promise<PayoutSchedule> =>
  toSchedule(await findPayoutSettings(tx, businessOwner(merchantId)))

export async function getPayoutScheduleHandler({ tx, merchant, now }: MerchantContext) {
  const settings = await findPayoutSettings(tx, businessOwner(merchant.id))
  const findNext = await loadNextPayoutDay(tx, { calendar: await loadCalendar(tx), settings }, now)
  return { ...toSchedule(settings), nextOn: findNext() }
}

/** Changes the schedule. The lock makes a settlement run that happens at the same time use one of the two. */
export async function updatePayoutScheduleHandler(
  context: MemberContext,
  { interval, day }: ParsedInput<typeof updatePayoutSchedule>,
) {
  const { tx, merchant } = context
  const owner = businessOwner(merchant.id)
  const before = describePayoutSchedule(toSchedule(await lockPayoutSettings(tx, owner)))
  const after = describePayoutSchedule({ interval, day })
  if (before !== after) {
    await tx.update(payoutSettings).set({ payoutInterval: interval, payoutDay: day }).where(matchingOwner(owner))
    await recordAuditEvent(context, {
      action: 'payout_schedule.updated',
      before: { payouts: before },
      after: { payouts: after },
    })
  }
  return getPayoutScheduleHandler(context)
}
