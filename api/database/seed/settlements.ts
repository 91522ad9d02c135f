import { minuteMs } from '@adire/contract/durations.ts'
import { and, eq, lte } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { loadCalendar, payoutTimeOn, settlementTimeOn } from '../../features/settlements/calendar.ts'
import { createSettlement } from '../../features/settlements/create.ts'
import { listOwners } from '../../features/settlements/due.ts'
import { endPayout } from '../../features/settlements/end-payout.ts'
import { startPayout } from '../../features/settlements/start-payout.ts'
import { settlements } from '../../features/settlements/tables.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import type { RandomSource } from './chance.ts'
import { contextAt } from './context-at.ts'

/** The working day, counted back from the last one, on which the bank returned a payout. */
const returnedAgo = 9

/**
 * Settlements of a business's past, from a Lagos day on: one each working day at the settlement time, paid out at the payout time.
 * Returns a function that creates and pays them up to an instant; it continues where it ended. Refunds come in between: a settlement
 * must not find that its money was taken by a later refund.
 */
export async function prepareSettlements(context: Context, random: RandomSource, merchantId: string, from: string) {
  const calendar = await loadCalendar(context.tx)
  const returnedOn = daysBefore(lagosDay(context.now), returnedAgo, calendar.previous)
  let day = from
  let isCreated = false
  return async (until: Date): Promise<void> => {
    for (;;) {
      const at = isCreated ? payoutTimeOn(day) : settlementTimeOn(day)
      if (at > until) return
      if (calendar.isWorking(day)) {
        if (isCreated) await payOut(context, random, merchantId, day, day === returnedOn)
        else
          for (const owner of await listOwners(context.tx, merchantId))
            await createSettlement(contextAt(context, new Date(at.getTime() + minuteMs)), owner)
      }
      if (isCreated) day = addDays(day, 1)
      isCreated = !isCreated
    }
  }
}

const daysBefore = (day: string, count: number, previous: (day: string) => string): string =>
  count === 0 ? day : daysBefore(previous(day), count - 1, previous)

async function payOut(context: Context, random: RandomSource, merchantId: string, day: string, isReturned: boolean) {
  const sentAt = new Date(payoutTimeOn(day).getTime() + 20_000 + random.below(40_000))
  const respondedAt = new Date(sentAt.getTime() + 5_000 + random.below(50_000))
  const due = await context.tx
    .select({ id: settlements.id })
    .from(settlements)
    .where(
      and(eq(settlements.merchantId, merchantId), eq(settlements.status, 'pending'), lte(settlements.nextAt, sentAt)),
    )
  for (const { id } of due) {
    const key = { merchantId, id }
    const sent = await startPayout(contextAt(context, sentAt), key)
    if (!sent) continue
    const outcome = isReturned
      ? ({ kind: 'returned', message: 'The bank could not be reached' } as const)
      : ({ kind: 'paid', bankReference: `999999${random.digits(24)}` } as const)
    await endPayout(contextAt(context, respondedAt), key, sent.reference, outcome)
  }
}
