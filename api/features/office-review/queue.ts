import type { getReviewCounts, listReviews, ReviewView } from '@adire/contract/back-office/review.ts'
import type { ReviewEntry } from '@adire/contract/back-office/review-schemas.ts'
import type { ParsedInput, ResponseBody } from '@adire/contract/endpoint.ts'
import type { KycStatus } from '@adire/contract/kyc-schemas.ts'
import type { StaffContext } from '../../context.ts'
import { listByOffset } from '../../http/page.ts'
import { businessTypes } from '../lookups/lookups.ts'

const statusOfView: Record<ReviewView, KycStatus> = {
  waiting: 'PENDING_REVIEW',
  unclaimed: 'PENDING_REVIEW',
  mine: 'PENDING_REVIEW',
  live: 'PENDING_REVIEW',
  returned: 'PENDING_MERCHANT_RESUBMISSION',
  rejected: 'REJECTED',
}

/** Conditions of a view besides the status of its items. */
const conditionOfView: Record<ReviewView, string> = {
  waiting: 'true',
  unclaimed: 'claim.staff_id is null',
  mine: 'claim.staff_id = $2',
  live: 'live.merchant_id is not null',
  returned: 'item.types is not null',
  rejected: 'item.types is not null',
}

/**
 * Businesses with items of a status ($1) or, in views of what waits, with a request to go live. $2 is the person, $3 the time. Only
 * businesses with something open are read: both parts have an index.
 */
const businesses = `
  from (
    select merchant_id, array_agg(type order by submitted_at, type) types, min(coalesce(submitted_at, reviewed_at)) since
    from kyc_items where status = $1 group by merchant_id
  ) item
  full join (
    select merchant_id, requested_at from go_live_requests where status = 'pending_review' and $1 = 'PENDING_REVIEW'
  ) live on live.merchant_id = item.merchant_id
  join merchants m on m.id = coalesce(item.merchant_id, live.merchant_id)
  left join review_claims claim on claim.merchant_id = m.id and claim.expires_at > $3
  left join staff on staff.id = claim.staff_id`

interface Row {
  id: string
  code: string
  name: string
  mode: 'TEST' | 'LIVE'
  type_id: number | null
  types: string[] | null
  wants_live: boolean
  since: Date
  claimed_by: string | null
  is_yours: boolean
  expires_at: Date | null
}

/** The queue, oldest first. */
export async function listReviewsHandler(
  { tx, realNow: now, staff }: StaffContext,
  { view, type, search, ...page }: ParsedInput<typeof listReviews>,
): Promise<ResponseBody<typeof listReviews>> {
  const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null
  return listByOffset(tx, page, {
    query: `select m.id, m.merchant_code code, m.business_name name, m.mode, m.business_type_id type_id, item.types,
       live.merchant_id is not null wants_live, least(item.since, live.requested_at) since,
       coalesce(staff.name, staff.email) claimed_by, coalesce(claim.staff_id = $2, false) is_yours, claim.expires_at
     ${businesses}
     where ${conditionOfView[view]}
       and ($4::text is null or $4 = any (item.types))
       and ($5::text is null or m.business_name ilike $5 or m.merchant_code ilike $5)`,
    values: [statusOfView[view], staff.id, now, type ?? null, pattern],
    order: 'since, id',
    serialize: toEntry,
  })
}

const toEntry = (row: Row): ReviewEntry => ({
  id: row.id,
  merchantCode: row.code,
  businessName: row.name,
  mode: row.mode,
  businessType: businessTypes.find(({ id }) => id === row.type_id)?.name ?? null,
  waiting: row.types ?? [],
  wantsLive: row.wants_live,
  since: row.since.toISOString(),
  claim:
    row.claimed_by === null || row.expires_at === null
      ? null
      : { staffName: row.claimed_by, isYours: row.is_yours, expiresAt: row.expires_at.toISOString() },
})

/** Size of each view. */
export async function getReviewCountsHandler({
  tx,
  realNow: now,
  staff,
}: StaffContext): Promise<ResponseBody<typeof getReviewCounts>> {
  const { rows } = await tx.$client.query<
    Record<'waiting' | 'unclaimed' | 'mine' | 'live', number> & { oldest: Date | null }
  >(
    `select count(*)::int waiting, count(*) filter (where ${conditionOfView.unclaimed})::int unclaimed,
       count(*) filter (where ${conditionOfView.mine})::int mine, count(*) filter (where ${conditionOfView.live})::int live,
       min(least(item.since, live.requested_at)) oldest ${businesses}`,
    ['PENDING_REVIEW', staff.id, now],
  )
  const { rows: decided } = await tx.$client.query<Record<'returned' | 'rejected', number>>(
    `select count(distinct merchant_id) filter (where status = 'PENDING_MERCHANT_RESUBMISSION')::int returned,
       count(distinct merchant_id) filter (where status = 'REJECTED')::int rejected
     from kyc_items where status in ('PENDING_MERCHANT_RESUBMISSION', 'REJECTED')`,
  )
  const { oldest, ...waiting } = rows[0]!
  return { ...waiting, ...decided[0]!, oldestAt: oldest?.toISOString() ?? null }
}
