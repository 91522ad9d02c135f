import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { downloadPartyShares, getPaymentShares, listSplitPayments } from '@adire/contract/splits.ts'
import type { PaymentShare } from '@adire/contract/splits-schemas.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { fromTimeCursor } from '../../database/keyset.ts'
import { countText, pageOfCounted } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { type RowColumn, streamTable } from '../../http/table-file.ts'
import { splitRecipients, splits } from './tables.ts'
import { ofSplit } from './terms.ts'

/** SQL: shares of the row `payment` as JSON, the merchant's own first. $1 is the merchant. */
const sharesSql = `(
  select json_agg(json_build_object(
    'ownerId', share.owner_id, 'name', coalesce(party.name, business.business_name), 'isBusiness', party.id is null,
    'grossKobo', share.gross_kobo, 'chargeKobo', share.charge_kobo, 'netKobo', share.net_kobo,
    'returnedKobo', (
      select coalesce(sum(part_kobo), 0) from share_returns
      where merchant_id = $1 and payment_id = payment.id and owner_id = share.owner_id
    )) order by share.position)
  from payment_shares share
  join merchants business on business.id = share.merchant_id
  left join split_recipients party on party.merchant_id = $1 and party.id = share.owner_id
  where share.merchant_id = $1 and share.payment_id = payment.id
)`

interface Row {
  id: string
  reference: string
  customerEmail: string
  customerName: string | null
  amountKobo: number
  at: Date
  shares: PaymentShare[]
  total: number
}

export async function listSplitPaymentsHandler(
  { tx, merchant }: MerchantContext,
  input: ParsedInput<typeof listSplitPayments>,
) {
  const [split] = await tx.select({ id: splits.id }).from(splits).where(ofSplit(merchant.id, input.id))
  if (!split) throw problem.notFound('split')
  const [instant, after] = input.cursor === undefined ? [null, null] : fromTimeCursor(input.cursor)
  const matching = 'merchant_id = $1 and split_id = $2 and position = 0'
  const { rows } = await tx.$client.query<Row>({
    name: 'split_payments',
    text: `
      with total as (
        ${countText('payment_shares', matching)}
      ), page as (
        select payment_id, at from payment_shares
        where ${matching} and ($3::timestamptz is null or (at, payment_id) < ($3, $4::uuid))
        order by at desc, payment_id desc limit $5 offset $6
      )
      select total.total, page.at, payment.id, payment.reference, payment.customer_email as "customerEmail",
             payment.customer_name as "customerName", payment.amount_kobo as "amountKobo", ${sharesSql} as shares
      from total
      left join page on true
      left join payments payment on payment.merchant_id = $1 and payment.id = page.payment_id
      order by page.at desc, page.payment_id desc`,
    values: [merchant.id, split.id, instant, after, input.limit + 1, input.cursor === undefined ? input.offset : 0],
  })
  return pageOfCounted(rows, input, {
    serialize: ({ total: _, at, ...row }: Row) => ({ ...row, paidAt: at.toISOString() }),
    keyOf: ({ paidAt, id }) => [paidAt, id],
    isThere: ({ id }) => id !== null,
  })
}

/** Shares of one payment. */
export async function getPaymentSharesHandler(
  { tx, merchant }: MerchantContext,
  { id }: ParsedInput<typeof getPaymentShares>,
) {
  const { rows } = await tx.$client.query<{ splitId: string | null; shares: PaymentShare[] | null }>({
    name: 'payment_shares',
    text: `
      select split_id as "splitId", ${sharesSql} as shares
      from payments payment where payment.merchant_id = $1 and payment.id = $2`,
    values: [merchant.id, id],
  })
  const [payment] = rows
  if (!payment) throw problem.notFound('payment')
  if (!payment.splitId) return { split: null, content: [] }
  const [split] = await tx
    .select({ id: splits.id, name: splits.name })
    .from(splits)
    .where(ofSplit(merchant.id, payment.splitId))
  return { split: split ?? null, content: payment.shares ?? [] }
}

interface Shared {
  at: Date
  paymentId: string
  reference: string
  split: string
  amountKobo: number
  grossKobo: number
  chargeKobo: number
  netKobo: number
  returnedKobo: number
}

const columns: RowColumn<Shared>[] = [
  { key: 'at', title: 'Paid', kind: 'time', of: (row) => row.at },
  { key: 'payment', title: 'Payment', kind: 'name', of: (row) => row.reference },
  { key: 'split', title: 'Split', kind: 'text', of: (row) => row.split },
  { key: 'amount', title: 'Amount', kind: 'naira', of: (row) => row.amountKobo },
  { key: 'share', title: 'Share', kind: 'naira', of: (row) => row.grossKobo },
  { key: 'fee', title: 'Fee and VAT', kind: 'naira', of: (row) => -row.chargeKobo },
  { key: 'net', title: 'Net', kind: 'naira', of: (row) => row.netKobo },
  { key: 'returned', title: 'Given back', kind: 'naira', of: (row) => -row.returnedKobo },
]

export async function* downloadPartySharesHandler(
  { tx, merchant }: MerchantContext,
  input: ParsedInput<typeof downloadPartyShares>,
) {
  const [recipient] = await tx
    .select({ id: splitRecipients.id })
    .from(splitRecipients)
    .where(and(eq(splitRecipients.merchantId, merchant.id), eq(splitRecipients.id, input.id)))
  if (!recipient) throw problem.notFound('party')
  yield* streamTable(columns, { columns: input.columns, format: 'csv' }, async (last: Shared | undefined, limit) => {
    const { rows } = await tx.$client.query<Shared>({
      name: 'party_shares_csv',
      text: `
        select share.at, share.payment_id as "paymentId", payment.reference, split.name as split,
               payment.amount_kobo as "amountKobo", share.gross_kobo as "grossKobo", share.charge_kobo as "chargeKobo",
               share.net_kobo as "netKobo", (
                 select coalesce(sum(part_kobo), 0)::bigint from share_returns
                 where merchant_id = $1 and payment_id = share.payment_id and owner_id = $2
               ) as "returnedKobo"
        from payment_shares share
        join payments payment on payment.merchant_id = $1 and payment.id = share.payment_id
        left join splits split on split.merchant_id = $1 and split.id = share.split_id
        where share.merchant_id = $1 and share.owner_id = $2
          and ($3::timestamptz is null or (share.at, share.payment_id) < ($3, $4::uuid))
        order by share.at desc, share.payment_id desc limit $5`,
      values: [merchant.id, recipient.id, last?.at ?? null, last?.paymentId ?? null, limit],
    })
    return rows
  })
}
