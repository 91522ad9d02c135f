import type { Runtime } from '../runtime.ts'
import { createUser } from './users.ts'

const tokens = 64

/** A business with `count` monthly subscriptions that were due an hour ago, each with a card that the sandbox charges. */
export async function addDueSubscriptions(runtime: Runtime, count: number): Promise<string> {
  const { merchantId } = await createUser(runtime, 'renewing')
  const { vault, database, clock } = runtime
  const names = Array.from({ length: tokens }, () => `AUTH_${crypto.randomUUID()}`)
  const sealed = names.map((name) => vault.seal(name, `card:${merchantId}`))
  const dueAt = new Date(clock().getTime() - 3_600_000)
  const planId = crypto.randomUUID()
  await database.write(async ({ $client }) => {
    await $client.query(`set local statement_timeout = '10min'`)
    await $client.query(
      `insert into sandbox_tokens (token, card, last4, good_until)
       select name, 'plain', '4081', '2040-01-01' from unnest($1::text[]) name`,
      [names],
    )
    await $client.query(
      `insert into plans (merchant_id, id, code, name, status, amount_kobo, interval, trial_days, after_failure, created_at)
       values ($1, $2, 'PLN_due', 'Monthly', 'active', 150000, 'monthly', 0, 'cancel', $3)`,
      [merchantId, planId, dueAt],
    )
    await $client.query(
      `with card as (
         insert into saved_cards (merchant_id, customer_id, processor, sealed_token, brand, bin, last4, expiry_month, expiry_year, created_at)
         select $1, uuidv7(), 'sandbox', ($2::text[])[1 + number % ${tokens}], 'visa', '408408', '4081', 12, 2039, $3
         from generate_series(1, $4) number returning id, customer_id
       )
       insert into subscriptions (merchant_id, code, access_code, status, plan_id, customer_id, customer_email, saved_card_id,
         amount_kobo, is_trial, anchor_at, step, period_starts_at, period_ends_at, stretch_starts_at, stretch_kobo,
         charges, invoices, due_at, created_at)
       select $1, 'SUB_' || id, replace(id::text, '-', ''), 'active', $5, customer_id, 'payer-' || id || '@example.com', id,
         150000, false, $3::timestamptz - interval '1 month', 0, $3::timestamptz - interval '1 month', $3,
         $3::timestamptz - interval '1 month', 150000, 1, 1, $3, $3::timestamptz - interval '1 month'
       from card`,
      [merchantId, sealed, dueAt, count, planId],
    )
  })
  return merchantId
}

export interface RenewalCounts {
  subscriptions: number
  /** Subscriptions that are still due. */
  due: number
  invoices: number
  paidInvoices: number
  payments: number
  paidPayments: number
  entries: number
  charged: number
  /** Invoices with more than one payment, plus periods with more than one invoice. */
  doubled: number
}

/** Counts from the tables after renewals. */
export const countRenewals = ({ database, clock }: Runtime, merchantId: string): Promise<RenewalCounts> =>
  database.write(async ({ $client }) => {
    await $client.query(`set local statement_timeout = '5min'`)
    const { rows } = await $client.query<Omit<RenewalCounts, 'charged'>>(
      `select (select count(*) from subscriptions where merchant_id = $1) as subscriptions,
              (select count(*) from subscriptions where merchant_id = $1 and due_at <= $2) as due,
              (select count(*) from subscription_invoices where merchant_id = $1) as invoices,
              (select count(*) from subscription_invoices where merchant_id = $1 and status = 'success') as "paidInvoices",
              (select count(*) from payments where merchant_id = $1) as payments,
              (select count(*) from payments where merchant_id = $1 and status = 'success') as "paidPayments",
              (select count(*) from ledger_entries e join payments p on e.reference = 'payment:' || p.id
               where p.merchant_id = $1 and e.merchant_id = $1) as entries,
              (select count(*) from (
                 select subscription_invoice_id from payments where merchant_id = $1
                 group by subscription_invoice_id having count(*) > 1) twice) +
              (select count(*) from (
                 select subscription_id, starts_at from subscription_invoices where merchant_id = $1
                 group by subscription_id, starts_at having count(*) > 1) twice) as doubled`,
      [merchantId, clock()],
    )
    const { rows: counted } = await $client.query<Pick<RenewalCounts, 'charged'>>(
      `select count(*) as charged from sandbox_charges c join payments p on p.reference = c.reference
       where p.merchant_id = $1 and c.status = 'success'`,
      [merchantId],
    )
    return { ...rows[0]!, ...counted[0]! }
  })
