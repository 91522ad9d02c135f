import { claimMinutes } from '@adire/contract/back-office/review.ts'
import type { Review } from '@adire/contract/back-office/review-schemas.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import { and, eq, gt, lte, or } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { staff } from '../staff/tables.ts'
import { reviewClaims } from './tables.ts'

const claimMs = claimMinutes * minuteMs

/** The reviewer who works on a business now; null if there is none. */
export async function findClaim(
  { tx, realNow: now, staff: person }: StaffContext,
  merchantId: string,
): Promise<Review['claim']> {
  const [claim] = await tx
    .select({ staffId: reviewClaims.staffId, expiresAt: reviewClaims.expiresAt, name: staff.name, email: staff.email })
    .from(reviewClaims)
    .innerJoin(staff, eq(staff.id, reviewClaims.staffId))
    .where(and(eq(reviewClaims.merchantId, merchantId), gt(reviewClaims.expiresAt, now)))
  return claim
    ? {
        staffName: claim.name ?? claim.email,
        isYours: claim.staffId === person.id,
        expiresAt: claim.expiresAt.toISOString(),
      }
    : null
}

/**
 * Claims a business, or claims it for longer. Two people at once: the second one is rejected.
 * @throws 409 review_claimed
 */
export async function takeClaim(context: StaffContext, merchantId: string): Promise<void> {
  const { tx, realNow: now, staff: person } = context
  const mine = { staffId: person.id, expiresAt: new Date(now.getTime() + claimMs) }
  // One statement: the claim may be dropped at this moment, by a decision about the last item.
  const taken = await tx
    .insert(reviewClaims)
    .values({ merchantId, ...mine })
    .onConflictDoUpdate({
      target: reviewClaims.merchantId,
      set: mine,
      setWhere: or(eq(reviewClaims.staffId, person.id), lte(reviewClaims.expiresAt, now)),
    })
    .returning()
  if (taken.length > 0) return
  const held = await findClaim(context, merchantId)
  throw problem.conflict('review_claimed', `${held?.staffName ?? 'Somebody else'} is reviewing this business`)
}

/** Gives a claimed business back to the queue. */
export const dropClaim = ({ tx, staff: person }: StaffContext, merchantId: string) =>
  tx.delete(reviewClaims).where(and(eq(reviewClaims.merchantId, merchantId), eq(reviewClaims.staffId, person.id)))
