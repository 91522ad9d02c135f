import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { loadRestrictions } from '../settlements/restrictions.ts'
import { announcements } from './tables.ts'

/** More would push the page down: the oldest are left out. */
const maxShown = 5

/** What the dashboard shows above every page now. */
export async function getNoticesHandler(context: MerchantContext) {
  const { paymentsStoppedFor, payoutsStoppedFor } = await loadRestrictions(context.tx, context.merchant.id)
  return { announcements: await listAnnouncements(context), paymentsStoppedFor, payoutsStoppedFor }
}

const listAnnouncements = ({ tx, mode, realNow }: MerchantContext) =>
  tx
    .select({
      id: announcements.id,
      level: announcements.level,
      title: announcements.title,
      text: announcements.text,
    })
    .from(announcements)
    .where(and(gt(announcements.endsAt, realNow), or(isNull(announcements.mode), eq(announcements.mode, mode))))
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(maxShown)
