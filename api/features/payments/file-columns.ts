import { channelNames } from '@adire/contract/channels/channels.ts'
import { noMethod, numberMask } from '@adire/contract/channels/method-name.ts'
import { paymentStatuses } from '@adire/contract/payments.ts'
import { settlementStateNames } from '@adire/contract/settlement-label.ts'
import { statusLabels } from '@adire/contract/status-names.ts'
import { toSqlLiteral } from '../../database/copy.ts'
import { shownNumberExpression } from '../../database/invoice-number.ts'
import { type SqlColumn, sqlColumns, sqlNames } from '../../http/table-file.ts'
import type { ExpectedDays } from './events.ts'
import { cardBrandSql } from './row.ts'
import { paidList } from './tables.ts'

const customFieldsText = `(
  select string_agg(concat(answer ->> 'label', ': ', answer ->> 'value'), '; ')
  from jsonb_array_elements(payment.metadata) answer
)`

const channelSql = sqlNames('payment.channel', channelNames)

const bankSql = `case payment.channel
  when 'card' then payment.channel_details #>> '{card,bank}'
  when 'bank_transfer' then payment.channel_details #>> '{bank_transfer,senderBank}'
  else payment.channel_details -> payment.channel ->> 'bankName' end`

/** Number of the invoice of a payment. `merchant` is SQL of the merchant's id. */
const invoiceSql = (merchant: string) => `(
  select ${shownNumberExpression} from invoices
  where merchant_id = ${merchant} and invoices.id = payment.invoice_id
)`

/** Joins of an export. `merchant` is SQL of the merchant's id. */
const joinsOf = (merchant: string) => ({
  charge: `left join lateral (
    select reference as charge_reference from charges
    where merchant_id = ${merchant} and charges.id = payment.charge_id
  ) charge on true`,
  link: `left join lateral (
    select name as link_name from payment_links
    where merchant_id = ${merchant} and payment_links.id = payment.payment_link_id
  ) link on true`,
  /**
   * The merchant's own settlement of the payment. A recipient's share is in a settlement of the recipient. `settlement_state` is a key of
   * `settlementStateNames`, by the rule of `settlementLabel`.
   */
  settlement: `left join lateral (
    select settlements.reference as settlement_reference, settlements.status as settlement_status,
           settlements.due_on as settlement_due_on, settlements.paid_at as settled_at, settlements.bank_reference,
           case when settlements.returned_at is null then settlements.status
             when exists (select 1 from late_payouts late where late.merchant_id = ${merchant} and late.undone_at is null
               and late.settlement_id = settlements.id and late.attempt = settlements.attempts) then 'paid_late'
             else 'sent_back' end as settlement_state
    from settlement_lines line
    join settlements on settlements.merchant_id = ${merchant} and settlements.id = line.settlement_id
    where line.merchant_id = ${merchant} and line.payment_id = payment.id
      and line.owner_id = payment.merchant_id and line.type = 'payment'
    order by line.at limit 1
  ) settlement on true`,
})

/** Day on which the payment was or is expected to be settled. `expected` is a row of `expectedDaysJoin`. */
const settlementDaySql = `case
  when settlement_status = 'success' then settlement_due_on
  when settlement_status is not null then expected.open_on
  when payment.status in ${paidList} and not payment.is_card_check and payment.net_kobo > payment.refunded_kobo
    then case when payment.paid_at < expected.before then expected.first_on else expected.later_on end
  end`

/** The same expected days beside each payment of an export. */
export const expectedDaysJoin = ({ openOn, before, firstOn, laterOn }: ExpectedDays) =>
  `cross join (select ${toDaySql(openOn)} as open_on, ${toSqlLiteral(before)}::timestamptz as before,
    ${toDaySql(firstOn)} as first_on, ${toDaySql(laterOn)} as later_on) expected`

const toDaySql = (day: string | null) => `${day === null ? 'null' : toSqlLiteral(day)}::date`

/** Columns of the export of the payments of one merchant. */
export function paymentFileColumns(merchantId: string): readonly SqlColumn[] {
  const merchant = `${toSqlLiteral(merchantId)}::uuid`
  const { charge, link, settlement } = joinsOf(merchant)
  return sqlColumns('transactions', {
    reference: 'payment.reference',
    ownReference: { join: charge, sql: 'charge_reference' },
    status: `case when payment.is_card_check then case payment.status when 'failed' then 'Card check failed' else 'Card check' end
      else ${sqlNames('payment.status', statusLabels(paymentStatuses))} end`,
    customer: 'payment.customer_name',
    email: 'payment.customer_email',
    phone: 'payment.customer_phone',
    quantity: 'payment.quantity',
    amount: 'payment.amount_kobo',
    fee: 'payment.fee_kobo',
    vat: 'payment.vat_kobo',
    net: 'payment.net_kobo',
    refunded: 'payment.refunded_kobo',
    shared: 'payment.shared_kobo',
    feeBearer: sqlNames('payment.fee_bearer', { merchant: 'Business', customer: 'Customer' }),
    method: `case when payment.card_last4 <> '' then initcap(coalesce(${cardBrandSql}, 'card')) || ' ${numberMask} ' || payment.card_last4
      else coalesce(${channelSql}, '${noMethod}') end`,
    channel: channelSql,
    card: `case when payment.card_last4 <> '' then initcap(coalesce(${cardBrandSql}, 'card')) end`,
    bank: bankSql,
    lastFour: `coalesce(payment.card_last4, payment.channel_details -> payment.channel ->> 'last4')`,
    paymentLink: { join: link, sql: 'link_name' },
    invoice: `case when payment.invoice_id is not null then ${invoiceSql(merchant)} end`,
    started: 'payment.created_at',
    paid: 'payment.paid_at',
    settlement: { join: settlement, sql: 'settlement_reference' },
    settlementStatus: { join: settlement, sql: sqlNames('settlement_state', settlementStateNames) },
    settlementDay: { join: settlement, sql: settlementDaySql },
    settled: { join: settlement, sql: 'settled_at' },
    sessionId: { join: settlement, sql: 'bank_reference' },
    failure: `case when payment.status = 'failed' then payment.failure_message end`,
    // Few payments have custom fields; without this check, the subquery would make the others about a tenth slower.
    answers: `case when payment.metadata is not null then ${customFieldsText} end`,
    note: 'payment.note',
  })
}
