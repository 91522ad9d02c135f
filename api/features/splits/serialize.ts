import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { fullShareBps } from '@adire/contract/split-shares.ts'
import type { getSplit, listSplits } from '@adire/contract/splits.ts'
import type { Split, SplitDetail } from '@adire/contract/splits-schemas.ts'
import type { MerchantContext } from '../../context.ts'
import { anywhereIn, type PutParameter } from '../../database/keyset.ts'
import { listOfText } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { findBank } from '../lookups/lookups.ts'
import type { splits } from './tables.ts'

type SplitRecord = typeof splits.$inferSelect
type Row = Omit<SplitRecord, 'merchantId' | 'shares'> & {
  shares: (Omit<Split['shares'][number], 'bankName'> & { bankId: number })[]
  payments: number
  collectedKobo: number
}

const columns = `split.id, split.code, split.name, split.status, split.type, split.fee_bearer as "feeBearer",
  split.bearer_party_id as "bearerPartyId", named.shares, split.first_used_at as "firstUsedAt",
  split.created_at as "createdAt", shared.payments, shared.collected as "collectedKobo"`

/** `$1` is the merchant. Joins a split's shares with the recipients' names, and its payments, counted by the merchant's own share (position 0). */
const shared = `
  cross join lateral (
    select json_agg(json_build_object('partyId', recipient.id, 'name', recipient.name, 'bankId', recipient.bank_id,
      'accountNumber', recipient.account_number, 'value', given.value) order by given.position) as shares
    from rows from (jsonb_to_recordset(split.shares) as ("partyId" uuid, value bigint)) with ordinality
      as given("partyId", value, position)
    join split_recipients recipient on recipient.merchant_id = $1 and recipient.id = given."partyId"
  ) named
  cross join lateral (
    select count(*) as payments, coalesce(sum(payment.amount_kobo), 0)::bigint as collected
    from payment_shares share
    join payments payment on payment.merchant_id = share.merchant_id and payment.id = share.payment_id
    where share.merchant_id = $1 and share.split_id = split.id and share.position = 0
  ) shared`

function matching(
  merchantId: string,
  { search, status = 'active' }: ParsedInput<typeof listSplits>,
  put: PutParameter,
): string {
  const conditions = [`merchant_id = ${put(merchantId)}`, `status = ${put(status)}`]
  if (search) conditions.push(anywhereIn(['name', 'code'], search, put))
  return conditions.join(' and ')
}

/** Splits, newest first. The search matches anywhere in name or code; a merchant has few splits. */
export const listSplitsHandler = ({ tx, merchant }: MerchantContext, input: ParsedInput<typeof listSplits>) =>
  listOfText(tx, input, {
    table: 'splits',
    matching: (put) => matching(merchant.id, input, put),
    as: 'split',
    columns,
    from: `split ${shared}`,
    serialize: toSplitResponse,
  })

function toSplitResponse({ firstUsedAt, shares, createdAt, ...row }: Row): Split {
  const sum = shares.reduce((total, { value }) => total + value, 0)
  return {
    ...row,
    shares: shares.map(({ bankId, ...share }) => ({ ...share, bankName: findBank(bankId)?.name ?? '' })),
    ownBps: row.type === 'percentage' ? fullShareBps - sum : null,
    typeLockedFor: describeTypeLock({ firstUsedAt }),
    createdAt: createdAt.toISOString(),
  }
}

/** Reason why the type of a used split is locked: another type would change the meaning of past shares. Null if it can be changed. */
export const describeTypeLock = ({ firstUsedAt }: Pick<SplitRecord, 'firstUsedAt'>) =>
  firstUsedAt ? 'Payments were shared by this split, so you can’t change its type. Create another split instead.' : null

export const getSplitHandler = (context: MerchantContext, { id }: ParsedInput<typeof getSplit>) =>
  retrieveSplit(context, id)

/**
 * One split of the merchant, with the total of each owner.
 * @throws 404 split_not_found
 */
export async function retrieveSplit({ tx, merchant }: MerchantContext, id: string): Promise<SplitDetail> {
  const { rows } = await tx.$client.query<Row>({
    name: 'split',
    text: `select ${columns} from splits split ${shared} where split.merchant_id = $1 and split.id = $2`,
    values: [merchant.id, id],
  })
  if (!rows[0]) throw problem.notFound('split')
  const totals = await tx.$client.query<SplitDetail['totals'][number]>({
    name: 'split_totals',
    text: `
      select share.owner_id as "ownerId", coalesce(recipient.name, business.business_name) as name, recipient.id is null as "isBusiness",
             sum(share.net_kobo)::bigint as "netKobo", coalesce(sum(given.kobo), 0)::bigint as "returnedKobo"
      from payment_shares share
      join merchants business on business.id = share.merchant_id
      left join split_recipients recipient on recipient.merchant_id = $1 and recipient.id = share.owner_id
      left join lateral (
        select sum(part_kobo) as kobo from share_returns
        where merchant_id = $1 and payment_id = share.payment_id and owner_id = share.owner_id
      ) given on true
      where share.merchant_id = $1 and share.split_id = $2
      group by share.owner_id, recipient.id, recipient.name, business.business_name
      order by "isBusiness" desc, name`,
    values: [merchant.id, id],
  })
  const uses = await tx.$client.query<{ links: number; invoices: number }>({
    name: 'split_uses',
    text: `
      select (select count(*) from payment_links where merchant_id = $1 and split_id = $2 and status <> 'archived') as links,
             (select count(*) from invoices where merchant_id = $1 and split_id = $2 and deleted_at is null) as invoices`,
    values: [merchant.id, id],
  })
  return { ...toSplitResponse(rows[0]), totals: totals.rows, ...uses.rows[0]! }
}
