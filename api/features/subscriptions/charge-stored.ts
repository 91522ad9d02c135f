import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { findPaymentIfPresent, type PaymentRecord } from '../payments/move.ts'
import { buildCharge, chargeSubscription, countAttempts } from './charge.ts'
import { findSubscriptionInvoice } from './move.ts'
import { findSource } from './source.ts'

/**
 * Charges a payment of a subscription that a request has stored, unless its outcome is known, and returns the payment. May be
 * repeated: a processor charges a reference once.
 */
export async function chargeStoredPayment(
  unitOfWork: UnitOfWork<MerchantContext>,
  paymentId: string,
): Promise<PaymentRecord | undefined> {
  const { record, charge } = await findStoredCharge(unitOfWork, paymentId)
  return charge ? chargeSubscription(unitOfWork, charge) : record
}

/** The stored payment, and the call to the processor while its outcome is unknown. */
const findStoredCharge = ({ write }: UnitOfWork<MerchantContext>, paymentId: string) =>
  write(async (context) => {
    const { tx, merchant } = context
    const record = await findPaymentIfPresent(tx, { merchantId: merchant.id, id: paymentId })
    const source = record?.status === 'pending' ? await findSource(tx, record) : undefined
    if (!record || !source) return { record }
    const key = { merchantId: merchant.id, id: record.subscriptionId! }
    const attempts = countAttempts(await findSubscriptionInvoice(tx, key, record.subscriptionInvoiceId!))
    return { record, charge: buildCharge(context, record, { source, attempts }) }
  })
