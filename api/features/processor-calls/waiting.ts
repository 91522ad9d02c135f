import type { Mode } from '@adire/contract/call.ts'
import type { Channel } from '@adire/contract/channels/channels.ts'
import type { PaymentStatus } from '@adire/contract/payments-schemas.ts'
import type { Processor } from '../../connectors/processors.ts'
import type { Tx } from '../../database/connect.ts'

/** Maximum payments returned. */
export const maxWaiting = 100

/** A payment that was sent to a processor and has no outcome. */
export interface WaitingPayment {
  id: string
  merchantId: string
  merchantCode: string
  businessName: string
  mode: Mode
  reference: string
  status: PaymentStatus
  processor: Processor
  channel: Channel | null
  amountKobo: string
  customerEmail: string
  customerName: string | null
  createdAt: Date
  checks: number
  checkAt: Date
  /** Outcome of the last call, and its detail; null without a call. */
  outcome: string | null
  detail: string | null
}

/** Oldest first. Reads the index of payments that are checked, which has the open ones only. */
export async function listWaitingPayments(tx: Tx, mode: Mode): Promise<WaitingPayment[]> {
  const { rows } = await tx.$client.query<Omit<WaitingPayment, keyof LastCall> & { processorReference: string | null }>(
    `select payment.id, payment.merchant_id as "merchantId", merchant.merchant_code as "merchantCode",
            merchant.business_name as "businessName", merchant.mode, payment.reference, payment.status, payment.processor,
            payment.channel, payment.amount_kobo as "amountKobo", payment.customer_email as "customerEmail",
            payment.customer_name as "customerName", payment.created_at as "createdAt", payment.checks,
            payment.check_at as "checkAt", payment.processor_reference as "processorReference"
     from payments payment join merchants merchant on merchant.id = payment.merchant_id
     where payment.check_at is not null and payment.processor is not null and payment.status in ('pending', 'processing')
       and merchant.mode = $1
     order by payment.created_at, payment.id limit $2`,
    [mode, maxWaiting],
  )
  const calls = await findLastCalls(
    tx,
    rows.map((row) => row.processorReference),
  )
  return rows.map(({ processorReference, ...row }) => ({
    ...row,
    ...(calls.get(processorReference) ?? { outcome: null, detail: null }),
  }))
}

type LastCall = Pick<WaitingPayment, 'outcome' | 'detail'>

/** The last call of each payment. By itself, because calls are not stored on the servers of the payments (decision 96). */
async function findLastCalls(
  tx: Tx,
  references: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, LastCall>> {
  const { rows } = await tx.$client.query<LastCall & { reference: string }>(
    `select payment.reference, call.outcome, call.detail
     from unnest($1::text[]) as payment (reference)
     cross join lateral (
       select coalesce(outcome, 'no answer yet') as outcome, detail from processor_calls
       where processor_reference = payment.reference order by sent_at desc, id desc limit 1) call`,
    [references],
  )
  return new Map(rows.map(({ reference, ...call }) => [reference, call]))
}
