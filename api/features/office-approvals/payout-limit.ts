import { dayMs } from '@adire/contract/durations.ts'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { findSettlement, type SettlementKey } from '../settlements/move.ts'
import { staff, staffEvents } from '../staff/tables.ts'
import type { StaffGuardedAction } from './action.ts'

/** Over which the payouts that one person sends count together. */
const windowMs = dayMs

/**
 * Whether a payout needs an approval: it and what the person has released or sent again in the last 24 hours are above the limit together,
 * so that several small ones do not pass. Approved payouts count, too.
 */
export const isAbovePayoutLimit: NonNullable<StaffGuardedAction<SettlementKey>['isCovered']> = async (
  context,
  key,
  { payoutLimitKobo },
) => {
  const { totalKobo } = await findSettlement(context.tx, key)
  return totalKobo > payoutLimitKobo || totalKobo + (await sumSent(context)) > payoutLimitKobo
}

/** What the person has sent in the last 24 hours. Locks the person: two payouts at once are counted one after the other. */
async function sumSent({ tx, staff: person, realNow }: StaffContext): Promise<number> {
  await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, person.id)).for('no key update')
  const [sent] = await tx
    .select({ kobo: sql<number>`coalesce(sum((${staffEvents.after}->>'totalKobo')::bigint), 0)`.mapWith(Number) })
    .from(staffEvents)
    .where(
      and(
        eq(staffEvents.userId, person.id),
        inArray(staffEvents.action, ['payout.released', 'payout.retried']),
        gt(staffEvents.createdAt, new Date(realNow.getTime() - windowMs)),
      ),
    )
  return sent!.kobo
}
