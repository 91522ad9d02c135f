import type { listOfficeMerchants } from '@adire/contract/back-office/merchants.ts'
import type { MerchantState, OfficeMerchantRow } from '@adire/contract/back-office/merchants-schemas.ts'
import type { Mode } from '@adire/contract/call.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { LiveStatus } from '@adire/contract/onboarding-schemas.ts'
import type { StaffContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { containsPattern } from '../search/words.ts'

const listed = 50
/** Words of a search that are compared. */
const maxWords = 6

interface Row {
  id: string
  merchantCode: string
  businessName: string
  businessEmail: string
  mode: Mode
  live: LiveStatus | null
  isFrozen: boolean
  isBlocked: boolean
  owner: string | null
  createdAt: Date
}

/** Businesses, newest first; a search matches those in which each of its words occurs. */
export async function listOfficeMerchantsHandler(
  { tx }: StaffContext,
  { search, mode }: ParsedInput<typeof listOfficeMerchants>,
) {
  const rows = await readRows(tx, { mode, words: search?.split(/\s+/).filter(Boolean).slice(0, maxWords) ?? [] })
  return { content: rows.slice(0, listed).map(toMerchantRow), isCapped: rows.length > listed }
}

/** One business as a row; undefined if there is none. */
export async function findMerchantRow(tx: Tx, id: string): Promise<OfficeMerchantRow | undefined> {
  const [row] = await readRows(tx, { id, words: [] })
  return row && toMerchantRow(row)
}

interface RowFilter {
  id?: string
  mode?: Mode | undefined
  words: readonly string[]
}

/** The table of businesses is small enough to be read for a search: one row per business and mode. */
async function readRows(tx: Tx, { id, mode, words }: RowFilter): Promise<Row[]> {
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const conditions = words.map((word) => {
    const pattern = put(containsPattern(word.toLowerCase()))
    return `(
      lower(concat_ws(' ', business.merchant_code, business.business_name, business.business_email, business.support_email,
        business.business_phone, business.registration_number, business.tax_id, owner.email, owner.first_name, owner.last_name))
        like ${pattern}
      or business.id in (select merchant_id from bank_accounts where deleted_at is null and account_number like ${pattern}))`
  })
  if (mode) conditions.push(`business.mode = ${put(mode)}`)
  if (id) conditions.push(`business.id = ${put(id)}`)
  const { rows } = await tx.$client.query<Row>(
    `select business.id, business.merchant_code as "merchantCode", business.business_name as "businessName",
            business.business_email as "businessEmail", business.mode, request.status as live,
            restriction.payments_frozen_for is not null as "isFrozen", settings.blocked_for is not null as "isBlocked",
            coalesce(nullif(concat_ws(' ', owner.first_name, owner.last_name), ''), owner.email) as owner,
            business.created_at as "createdAt"
     from merchants business
     left join memberships member on member.merchant_id = business.id and member.role = 'owner'
     left join users owner on owner.id = member.user_id
     left join business_restrictions restriction on restriction.merchant_id = business.id
     left join payout_settings settings on settings.merchant_id = business.id and settings.owner_id = business.id
     left join go_live_requests request on request.merchant_id = business.test_merchant_id
     ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by business.created_at desc, business.id desc limit ${listed + 1}`,
    values,
  )
  return rows
}

const toMerchantRow = ({ live, isFrozen, isBlocked, createdAt, ...row }: Row): OfficeMerchantRow => ({
  ...row,
  state: stateOf(live, isFrozen, isBlocked),
  createdAt: createdAt.toISOString(),
})

function stateOf(live: LiveStatus | null, isFrozen: boolean, isBlocked: boolean): MerchantState {
  if (live === 'suspended' || live === 'closed') return live
  if (isFrozen) return 'payments_frozen'
  return isBlocked ? 'payouts_frozen' : 'open'
}
