import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getPlan, listPlans } from '@adire/contract/plans.ts'
import type { Plan, PlanDetail } from '@adire/contract/plans-schemas.ts'
import type { SubscriptionStatus } from '@adire/contract/subscription-fields-schemas.ts'
import { and, desc, eq, ne } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { PutParameter } from '../../database/keyset.ts'
import { metadataCondition } from '../../database/metadata.ts'
import { listOfText } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import { resolveSearch, type SearchFields, searchCondition } from '../search/search.ts'
import { monthlyKobo } from '../subscriptions/calendar.ts'
import { renewingCondition, runningList, subscriptionConditions } from '../subscriptions/list.ts'

type Row = Omit<Plan, 'createdAt' | 'monthlyValueKobo'> & { createdAt: Date; amount: number }

const columns = `plan.id, plan.code, plan.name, plan.description, plan.status, plan.amount_kobo as "amountKobo",
  plan.interval, plan.charge_limit as "chargeLimit", plan.trial_days as "trialDays", plan.setup_fee_kobo as "setupFeeKobo",
  plan.after_failure as "afterFailure", plan.metadata, plan.created_at as "createdAt", who.subscribers, who.amount`

/** SQL join: number of subscribers, and the amount per interval of those that renew. `$1` is the merchant. */
const who = `
  cross join lateral (
    select count(*) filter (where status in ${runningList}) as subscribers,
           coalesce(sum(amount_kobo - discount_kobo + add_ons_kobo) filter (where ${renewingCondition}), 0)::bigint as amount
    from subscriptions where merchant_id = $1 and plan_id = plan.id
  ) who`

const toPlanResponse = ({ amount, createdAt, ...row }: Row): Plan => ({
  ...row,
  monthlyValueKobo: monthlyKobo(row.interval, amount),
  createdAt: createdAt.toISOString(),
})

const searchFields: SearchFields = { texts: ['name', 'code'], amounts: ['amount_kobo'] }

async function planCondition(
  { tx, merchant }: MerchantContext,
  { search, status, interval, metadata }: ParsedInput<typeof listPlans>,
) {
  const found = search ? await resolveSearch(tx, merchant.id, search) : undefined
  return (put: PutParameter) => {
    const conditions = [`merchant_id = ${put(merchant.id)}`, status ? `status = ${put(status)}` : `status <> 'deleted'`]
    if (interval) conditions.push(`interval = ${put(interval)}`)
    if (metadata) conditions.push(metadataCondition(metadata, put))
    if (found) conditions.push(searchCondition(found, searchFields, put))
    return conditions.join(' and ')
  }
}

export async function listPlansHandler(context: MerchantContext, input: ParsedInput<typeof listPlans>) {
  return listOfText(context.tx, input, {
    table: 'plans',
    matching: await planCondition(context, input),
    as: 'plan',
    columns,
    from: `plan ${who}`,
    serialize: toPlanResponse,
  })
}

export const getPlanHandler = (context: MerchantContext, { id }: ParsedInput<typeof getPlan>) =>
  retrievePlan(context, id)

const maxLinks = 20

type Counts = PlanDetail['counts'] & { all: number; collected: number }

/**
 * One of the merchant's plans with its stats.
 * @throws 404
 */
export async function retrievePlan({ tx, merchant, config }: MerchantContext, id: string): Promise<PlanDetail> {
  const { rows } = await tx.$client.query<Row>(
    `select ${columns} from plans plan ${who} where plan.merchant_id = $1 and plan.id = $2`,
    [merchant.id, id],
  )
  if (!rows[0]) throw problem.notFound('plan')
  const statuses: SubscriptionStatus[] = ['pending', 'active', 'attention', 'non_renewing', 'completed', 'cancelled']
  const inEach = statuses.map((status) => `count(*) filter (where status = '${status}') as ${status}`)
  const counted = await tx.$client.query<Counts>(
    `select ${inEach.join(', ')}, count(*) filter (where ${subscriptionConditions.trial}) as trialing,
            count(*) filter (where ${subscriptionConditions.paused}) as paused, count(*) as all,
            (select coalesce(sum(due_kobo), 0)::bigint from subscription_invoices
             where merchant_id = $1 and plan_id = $2 and status = 'success') as collected
     from subscriptions where merchant_id = $1 and plan_id = $2`,
    [merchant.id, id],
  )
  const { all, collected, ...counts } = counted.rows[0]!
  const links = await tx
    .select({ id: paymentLinks.id, name: paymentLinks.name, slug: paymentLinks.slug, status: paymentLinks.status })
    .from(paymentLinks)
    .where(
      and(eq(paymentLinks.merchantId, merchant.id), eq(paymentLinks.planId, id), ne(paymentLinks.status, 'archived')),
    )
    .orderBy(desc(paymentLinks.createdAt), desc(paymentLinks.id))
    .limit(maxLinks)
  return {
    ...toPlanResponse(rows[0]),
    counts,
    collectedKobo: collected,
    hasSubscribed: all > 0,
    links: links.map(({ slug, status, ...link }) => ({
      ...link,
      url: `${config.publicUrl}/pay/page/${slug}`,
      published: status === 'active',
    })),
  }
}
