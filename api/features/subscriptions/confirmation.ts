import type { PayerSubscription } from '@adire/contract/subscriber-schemas.ts'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { toConfirmation } from '../payments/confirm-card.ts'
import { findPaymentIfPresent } from '../payments/move.ts'
import type { InvoiceRecord } from './move.ts'

/** The charge of an open invoice that its holder has to confirm at the bank; null if none waits for that. */
export async function findConfirmation(
  { tx, config }: { tx: Tx; config: ApiConfig },
  invoice: InvoiceRecord | undefined,
): Promise<PayerSubscription['confirmation']> {
  if (!invoice?.paymentId) return null
  const payment = await findPaymentIfPresent(tx, { merchantId: invoice.merchantId, id: invoice.paymentId })
  const confirmation = payment && toConfirmation(config, payment)
  return confirmation ? { amountKobo: payment.amountKobo, ...confirmation } : null
}
