import type { Authorization, Customer, Integration, Transaction } from './integration.ts'

const toText = (instant: Date | null) => instant?.toISOString() ?? null

export const toCustomerData = ({ id, code, email }: Customer) => ({
  id,
  first_name: null,
  last_name: null,
  email,
  customer_code: code,
  phone: null,
  metadata: null,
  risk_action: 'default',
  international_format_phone: null,
})

const toAuthorizationData = (authorization: Authorization | null) =>
  authorization
    ? {
        authorization_code: authorization.code,
        bin: authorization.channel === 'card' ? (authorization.bin ?? '408408') : '008XXX',
        last4: authorization.last4,
        exp_month: '12',
        exp_year: '2030',
        channel: authorization.channel,
        card_type: authorization.channel === 'card' ? `${authorization.brand} ` : 'transfer',
        bank: authorization.bank,
        country_code: 'NG',
        brand: authorization.brand,
        reusable: authorization.isReusable,
        signature: authorization.isReusable ? `SIG_${authorization.code.slice(5)}` : null,
        account_name: null,
        ...(authorization.sender && {
          sender_country: 'NG',
          sender_bank: authorization.sender.bank,
          sender_bank_account_number: `XXXXXX${authorization.last4}`,
          sender_name: authorization.sender.name,
          narration: 'Payment',
        }),
      }
    : {}

/** Transaction as in `GET /transaction/verify` and in `charge.success`. Amounts are in kobo. */
export const toTransactionData = (transaction: Transaction, { domain }: Integration) => ({
  id: transaction.id,
  domain,
  status: transaction.status,
  reference: transaction.reference,
  receipt_number: null,
  amount: transaction.amountKobo,
  message: null,
  gateway_response: transaction.gatewayResponse,
  paid_at: toText(transaction.paidAt),
  created_at: toText(transaction.createdAt),
  channel: transaction.channel ?? 'card',
  currency: 'NGN',
  ip_address: null,
  metadata: transaction.metadata,
  log: null,
  fees: transaction.paidAt ? transaction.feesKobo : null,
  fees_split: null,
  authorization: toAuthorizationData(transaction.authorization),
  customer: toCustomerData(transaction.customer),
  plan: null,
  split: {},
  order_id: null,
  paidAt: toText(transaction.paidAt),
  createdAt: toText(transaction.createdAt),
  requested_amount: transaction.amountKobo,
  pos_transaction_data: null,
  source: null,
  fees_breakdown: null,
  connect: null,
  transaction_date: toText(transaction.createdAt),
  plan_object: {},
  subaccount: {},
})

/** Transaction as a charge returns it: without the instants that `verify` has. */
export const toChargeData = (transaction: Transaction, { domain }: Integration) => ({
  amount: transaction.amountKobo,
  currency: 'NGN',
  transaction_date: toText(transaction.createdAt),
  status: transaction.status,
  reference: transaction.reference,
  domain,
  metadata: transaction.metadata,
  gateway_response: transaction.gatewayResponse,
  message: null,
  channel: transaction.channel,
  ip_address: null,
  log: null,
  fees: transaction.paidAt ? transaction.feesKobo : null,
  authorization: toAuthorizationData(transaction.authorization),
  customer: toCustomerData(transaction.customer),
  plan: null,
  id: transaction.id,
})

/** Transaction inside a refund or a dispute: without authorization and customer. */
export const toTransactionSummary = (transaction: Transaction, { domain }: Integration) => ({
  id: transaction.id,
  domain,
  status: transaction.status,
  reference: transaction.reference,
  amount: transaction.amountKobo,
  message: null,
  gateway_response: transaction.gatewayResponse,
  paid_at: toText(transaction.paidAt),
  created_at: toText(transaction.createdAt),
  channel: transaction.channel,
  currency: 'NGN',
  ip_address: null,
  metadata: '',
  log: null,
  fees: transaction.feesKobo,
  fees_split: null,
  authorization: {},
  customer: { international_format_phone: null },
  plan: {},
  subaccount: {},
  split: {},
  order_id: null,
  paidAt: toText(transaction.paidAt),
  requested_amount: transaction.amountKobo,
  pos_transaction_data: null,
})
