import type { Charge } from '@adire/contract/charges-schemas.ts'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { toPaymentRow } from '../payments/row.ts'
import { payments } from '../payments/tables.ts'
import { loadSavedCards } from '../saved-cards/saved-cards.ts'
import type { charges } from './tables.ts'

type ChargeRecord = typeof charges.$inferSelect
type PaymentRecord = typeof payments.$inferSelect

/** Order that puts the deciding attempt of a charge first: the paid one, else the processing one, else the latest. */
const deciding = [
  desc(sql`${payments.paidAt} is not null`),
  desc(sql`${payments.status} = 'processing'`),
  desc(payments.createdAt),
  desc(payments.id),
]

export async function decidingPayment(
  tx: Tx,
  { merchantId, id }: Pick<ChargeRecord, 'merchantId' | 'id'>,
): Promise<PaymentRecord | undefined> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.chargeId, id)))
    .orderBy(...deciding)
    .limit(1)
  return payment
}

/** Serializes charges of one merchant, with the deciding payment of each. */
export async function toChargeResponses(
  tx: Tx,
  config: Pick<ApiConfig, 'publicUrl'>,
  found: readonly ChargeRecord[],
  now: Date,
): Promise<Charge[]> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const attempts = await tx
    .selectDistinctOn([payments.chargeId])
    .from(payments)
    .where(and(eq(payments.merchantId, found[0]!.merchantId), inArray(payments.chargeId, ids)))
    .orderBy(payments.chargeId, ...deciding)
  const savedCardOf = await loadSavedCards(tx, attempts)
  const paymentsByCharge = new Map(attempts.map((payment) => [payment.chargeId, payment]))
  const toPayment = (payment: PaymentRecord) => ({ ...toChargePayment(payment), savedCard: savedCardOf(payment) })
  return found.map((charge) => {
    const payment = paymentsByCharge.get(charge.id)
    return {
      ...toChargeResponse(config, charge, now, payment),
      payment: payment ? toPayment(payment) : null,
    }
  })
}

function toChargeResponse(
  { publicUrl }: Pick<ApiConfig, 'publicUrl'>,
  charge: ChargeRecord,
  now: Date,
  payment: PaymentRecord | undefined,
): Omit<Charge, 'payment'> {
  return {
    id: charge.id,
    reference: charge.reference,
    status: toChargeStatus(charge, payment, now),
    amountKobo: charge.amountKobo,
    currency: 'NGN',
    email: charge.email,
    name: charge.name,
    description: charge.description,
    feeBearer: charge.feeBearer,
    channels: charge.channels,
    callbackUrl: charge.callbackUrl,
    splitId: charge.splitId,
    saveCard: charge.saveCard,
    metadata: charge.metadata,
    authorizationUrl: `${publicUrl}/pay/charge/${charge.accessCode}`,
    createdAt: charge.createdAt.toISOString(),
    expiresAt: charge.expiresAt.toISOString(),
  }
}

/** Status of a charge: after a failed or abandoned attempt it stays pending until it expires, because the payer can try again. */
function toChargeStatus({ expiresAt }: ChargeRecord, payment: PaymentRecord | undefined, now: Date): Charge['status'] {
  if (!payment) return expiresAt > now ? 'pending' : 'abandoned'
  const hasLapsed = payment.status === 'failed' || payment.status === 'abandoned'
  return hasLapsed && expiresAt > now ? 'pending' : payment.status
}

const toChargePayment = (payment: PaymentRecord): Omit<NonNullable<Charge['payment']>, 'savedCard'> => ({
  ...toPaymentRow(payment),
  paidAt: payment.paidAt?.toISOString() ?? null,
  failure:
    payment.failureCode && payment.failureMessage
      ? { code: payment.failureCode, message: payment.failureMessage }
      : null,
})
