import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ChargeOutcome } from '../../connectors/charges.ts'
import { connectorOf } from '../../connectors/connector-for.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { inPages, scheduledJob } from '../../jobs/scheduled-job.ts'
import { isStillOwed } from '../invoices/open-payments.ts'
import { applyOutcome, type PaymentOutcome } from '../payments/apply-outcome.ts'
import { calculateLastCheck } from '../payments/late-transfer.ts'
import { lockPayment, type PaymentRecord, updatePaymentRecord } from '../payments/move.ts'
import { payments } from '../payments/tables.ts'

const atOnce = 200
/** Grace time after expiry for a payment that the processor may be charging: longer than any connector call can take. */
const graceMs = 60_000

const Checked = z.object({ merchantId: z.string(), paymentId: z.string(), mode: z.enum(['TEST', 'LIVE']) })
type Checked = z.infer<typeof Checked>
const checkPayment = defineJob('check-payment', Checked)

export const checkoutScheduledJobs = [
  scheduledJob({
    name: 'check-payments',
    title: 'Unpaid checkouts expire',
    every: '* * * * *',
    nextAt: givenUpAt,
    run: ({ write }, merchantId) => inPages(atOnce, () => write((context) => queueDue(context, merchantId))),
  }),
]

export const checkoutJobHandlers = [
  jobHandler({
    job: checkPayment,
    async run({ config, write }, { merchantId, paymentId: id, mode }) {
      const inMode = <T>(use: (context: Context) => Promise<T>) => write(use, mode)
      const open = await inMode(({ tx }) => openPayment(tx, { merchantId, id }))
      if (open) {
        const connector = connectorOf({ mode, config, write: inMode }, open.processor)
        // If the amount was paid by another payment, close this one at the processor; if a bank is deciding, wait for its outcome.
        const isClosed = waitsForPayer(open) && !(await inMode(({ tx }) => isStillOwed(tx, open)))
        const outcome = await (isClosed ? connector.payments.close(open) : connector.payments.query(open))
        await inMode((context) => applyOutcome(context, { merchantId, id }, decide(open, outcome, isClosed)))
      }
      await inMode((context) => giveUpIfLate(context, { merchantId, id }))
    },
  }),
]

/** How many times a charge without its payer is queried before its request counts as lost. The second query is 90 seconds after it. */
const lostAfterChecks = 2

/** What a query of the processor means for a payment. `isClosed`: the amount was paid another way. */
function decide(payment: PaymentRecord, outcome: ChargeOutcome, isClosed: boolean): PaymentOutcome {
  if (outcome.kind !== 'open') return outcome
  if (isClosed) return { kind: 'abandoned', because: 'paid_otherwise' }
  const { status, savedCardId, savesCard, checks } = payment
  const isWithoutPayer = savedCardId !== null && !savesCard
  // Nobody repeats the request of such a charge. If it still arrives, the charge is returned.
  if (status === 'processing' && isWithoutPayer && checks >= lostAfterChecks)
    return { kind: 'failed', reason: 'issuer_unavailable' }
  return outcome
}

/** When the next pending payment expires, or the next processing one is queried again. */
async function givenUpAt(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const { rows } = await tx.$client.query<{ at: Date | null }>({
    name: 'payments_given_up_at',
    text: `select least(
             (select min(expires_at) from payments where merchant_id = $1 and status = 'pending' and check_at is not null),
             (select min(check_at) from payments where merchant_id = $1 and status = 'processing' and check_at is not null)
           ) as at`,
    values: [merchantId],
  })
  return rows[0]?.at ?? undefined
}

/** Enqueues the due payments and postpones the next check of each: the delay doubles from 30 seconds up to an hour. */
async function queueDue({ tx, now }: Context, merchantId?: string): Promise<number> {
  const { rows } = await tx.$client.query<Checked>({
    name: 'payments_due',
    text: `
      with due as (
        select merchant_id, id, $1::timestamptz + least(interval '30 seconds' * 2 ^ least(checks, 7), interval '1 hour') as later
        from payments where check_at <= $1 and ($3::uuid is null or merchant_id = $3) order by check_at limit $2 for update skip locked
      ), put_off as (
        update payments payment
        set checks = payment.checks + 1,
            check_at = case
              when payment.status = 'pending' and payment.expires_at > $1 then least(payment.expires_at, due.later)
              else due.later end
        from due where payment.merchant_id = due.merchant_id and payment.id = due.id
        returning payment.merchant_id, payment.id
      )
      select put_off.merchant_id as "merchantId", put_off.id as "paymentId", merchant.mode
      from put_off join merchants merchant on merchant.id = put_off.merchant_id`,
    values: [now, atOnce, merchantId],
  })
  for (const payment of rows) await enqueueJob(tx, checkPayment, payment, { merchantId: payment.merchantId })
  return rows.length
}

/** True if the payer has an account number or a code, and may or may not use it. */
const waitsForPayer = ({ status, step }: PaymentRecord) => status === 'pending' && step === 'pay_offline'

/**
 * The payment with its processor reference; undefined if it was never sent to the processor or has ended. An abandoned payment is
 * queried once more if a transfer may have arrived since.
 */
async function openPayment(tx: Tx, { merchantId, id }: { merchantId: string; id: string }) {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.id, id)))
  const isGivenUp = payment?.status === 'abandoned' && payment.checkAt !== null
  const isOpen = payment?.status === 'pending' || payment?.status === 'processing' || isGivenUp
  const { processor, processorReference: reference } = payment ?? {}
  return isOpen && processor && reference ? { ...payment, processor, reference } : undefined
}

async function giveUpIfLate(context: Context, key: { merchantId: string; id: string }) {
  const payment = await lockPayment(context.tx, key)
  if (payment?.status === 'abandoned' && payment.checkAt !== null) {
    const last = calculateLastCheck(payment)
    if (last === null || context.now >= last) await updatePaymentRecord(context.tx, payment, { checkAt: null })
    return
  }
  if (payment?.status !== 'pending') return
  const lateMs = context.now.getTime() - payment.expiresAt.getTime()
  if (lateMs >= (payment.processorReference ? graceMs : 0)) await applyOutcome(context, key, { kind: 'abandoned' })
}
