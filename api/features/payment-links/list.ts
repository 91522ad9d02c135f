import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { listPaymentLinks, listPlanPaymentLinks } from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import type { MerchantContext } from '../../context.ts'
import type { PutParameter } from '../../database/keyset.ts'
import { metadataCondition } from '../../database/metadata.ts'
import { listOfText, type PageInput } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { statsSql } from '../payments/stats.ts'
import { paidList } from '../payments/tables.ts'
import { resolveSearch, type SearchFields, searchCondition } from '../search/search.ts'
import { linkPictureUrl } from './picture-url.ts'
import { linkNameExpression } from './tables.ts'

type Row = Omit<PaymentLink, 'createdAt' | 'expiresAt' | 'published' | 'url' | 'closedBecause' | 'pictureUrl'> & {
  pictureFileId: string | null
  createdAt: Date
  expiresAt: Date | null
}

const columns = `
  link.id, link.slug, link.name, link.description, link.amount_kobo as "amountKobo", link.fee_bearer as "feeBearer",
  link.status, link.created_at as "createdAt", link.minimum_kobo as "minimumKobo", link.custom_fields as "customFields",
  link.collect_phone as "collectPhone", link.expires_at as "expiresAt", link.payment_limit as "paymentLimit", link.quantity,
  link.redirect_url as "redirectUrl", link.success_message as "successMessage",
  case when plan.id is not null then json_build_object('id', plan.id, 'code', plan.code, 'name', plan.name,
    'amountKobo', plan.amount_kobo, 'interval', plan.interval, 'trialDays', plan.trial_days,
    'setupFeeKobo', plan.setup_fee_kobo) end as plan,
  link.notification_email as "notificationEmail", place.taken as "placesTaken",
  link.split_id as "splitId", link.metadata, link.picture_file_id as "pictureFileId",
  link.picture_alt_text as "pictureAltText",
  seen.views, brought.started, brought.payments, brought.collected as "collectedKobo"`

/** SQL joins for the stats of each link: payments started, payments paid, amount collected in kobo. `$1` is the merchant. */
const brought = `
  left join plans plan on plan.merchant_id = $1 and plan.id = link.plan_id
  cross join lateral (
    select coalesce(sum(count), 0) as started,
           coalesce(sum(count) filter (where status in ${paidList}), 0) as payments,
           coalesce(sum(amount_kobo - refunded_kobo) filter (where status in ${paidList}), 0) as collected
    from ${statsSql(
      'payment_link_totals',
      'status, count, amount_kobo, refunded_kobo',
      'merchant_id = $1 and payment_link_id = link.id',
    )}
  ) brought
  cross join lateral (
    select coalesce(sum(views), 0) as views from payment_link_views
    where merchant_id = $1 and payment_link_id = link.id
  ) seen
  cross join lateral (
    select case when link.payment_limit is not null then (
      select coalesce(sum(quantity), 0) from payments
      where merchant_id = $1 and payment_link_id = link.id
        and status in ('success', 'partially_refunded')
    ) end as taken
  ) place`

const toPaymentLinkResponse = ({ config, now }: MerchantContext, row: Row): PaymentLink => ({
  ...row,
  published: row.status === 'active',
  closedBecause: selectClosing(row, now),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  url: `${config.publicUrl}/pay/page/${row.slug}`,
  pictureUrl: linkPictureUrl(config, row.pictureFileId),
  createdAt: row.createdAt.toISOString(),
})

function selectClosing({ status, expiresAt, paymentLimit, placesTaken, quantity }: Row, now: Date) {
  if (status !== 'active') return 'unpublished'
  if (expiresAt && expiresAt <= now) return 'expired'
  return paymentLimit !== null && paymentLimit - placesTaken! < (quantity?.minimum ?? 1) ? 'full' : null
}

/**
 * One of the merchant's links with its stats.
 * @throws 404 if it is unknown or archived
 */
export async function retrievePaymentLink(context: MerchantContext, id: string): Promise<PaymentLink> {
  const { rows } = await context.tx.$client.query<Row>({
    name: 'payment_link',
    text: `select ${columns} from payment_links link ${brought}
           where link.merchant_id = $1 and link.id = $2 and link.status <> 'archived'`,
    values: [context.merchant.id, id],
  })
  if (!rows[0]) throw problem.notFound('payment link')
  return toPaymentLinkResponse(context, rows[0])
}

/** Lists links for single payments. Links with a plan have a separate list. */
export const listPaymentLinksHandler = (context: MerchantContext, input: ParsedInput<typeof listPaymentLinks>) =>
  listBy(context, input, () => 'plan_id is null')

/** Lists links of one plan, or of all plans. */
export const listPlanPaymentLinksHandler = (
  context: MerchantContext,
  { planId, ...listInput }: ParsedInput<typeof listPlanPaymentLinks>,
) => listBy(context, listInput, (put) => (planId ? `plan_id = ${put(planId)}` : 'plan_id is not null'))

interface LinkListInput extends PageInput {
  search?: string | undefined
  status?: string | undefined
  metadata?: Record<string, string> | undefined
  sort?: string | undefined
}

const searchFields: SearchFields = {
  texts: ['name'],
  amounts: ['amount_kobo'],
  references: ['slug'],
}

/** Lists links in the requested order. */
async function listBy(context: MerchantContext, input: LinkListInput, kind: (put: PutParameter) => string) {
  const { tx, merchant } = context
  const found = input.search ? await resolveSearch(tx, merchant.id, input.search) : undefined
  const searched = (put: PutParameter) => (found ? [searchCondition(found, searchFields, put)] : [])
  return listOfText(tx, input, {
    table: 'payment_links',
    matching: (put) => [...linkConditions(merchant.id, input, put), kind(put), ...searched(put)].join(' and '),
    as: 'link',
    columns,
    from: `link ${brought}`,
    serialize: (row: Row) => toPaymentLinkResponse(context, row),
    sorting: { merchantId: merchant.id, by: { name: linkNameExpression } },
  })
}

function linkConditions(merchantId: string, { status, metadata }: LinkListInput, put: PutParameter): string[] {
  const conditions = [`merchant_id = ${put(merchantId)}`, `status <> 'archived'`]
  if (status) conditions.push(`status = ${put(status)}`)
  if (metadata) conditions.push(metadataCondition(metadata, put))
  return conditions
}
