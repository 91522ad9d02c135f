import { accountLabel } from '@adire/contract/channels/method-name.ts'
import type { ReceiptRow } from '@adire/contract/checkout-page-props.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { formatInstant } from '../../lagos.ts'
import { findBank } from '../lookups/lookups.ts'
import { merchants } from '../merchants/tables.ts'
import { serverChannels } from '../payments/channels/channels.ts'
import { merchantsOfAccessCodes } from '../payments/move.ts'
import { receiptUrl } from '../payments/receipt.ts'
import { payments } from '../payments/tables.ts'
import { refunds } from './tables.ts'

/** A processed refund with its payment and business; undefined if there is none. */
export async function findProcessedRefund(tx: Tx, { merchantId, refundId }: { merchantId: string; refundId: string }) {
  const [found] = await selectProcessed(tx).where(and(eq(refunds.merchantId, merchantId), eq(refunds.id, refundId)))
  return found?.refund.processedAt ? found : undefined
}

/** A processed refund by the secret of its payment and its own reference; undefined if there is none. */
export async function findRefundOfReceipt(tx: Tx, accessCode: string, reference: string) {
  const found = await merchantsOfAccessCodes.findByName(tx, accessCode, (merchantId) =>
    selectProcessed(tx).where(
      and(
        eq(payments.merchantId, merchantId),
        eq(payments.accessCode, accessCode),
        eq(payments.isCardCheck, false),
        eq(refunds.reference, reference),
      ),
    ),
  )
  return found?.refund.processedAt ? found : undefined
}

const selectProcessed = (tx: Tx) =>
  tx
    .select({ refund: refunds, payment: payments, business: merchants })
    .from(payments)
    .innerJoin(refunds, and(eq(refunds.merchantId, payments.merchantId), eq(refunds.paymentId, payments.id)))
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))

export type ProcessedRefund = NonNullable<Awaited<ReturnType<typeof findProcessedRefund>>>

/** Public URL of the receipt of a processed refund. */
export const refundReceiptUrl = (
  config: Pick<ApiConfig, 'publicUrl'>,
  payment: { accessCode: string },
  { reference }: { reference: string },
) => `${receiptUrl(config, payment)}/refunds/${reference}`

/** Rows of a refund's receipt, in the email, on its page and in its PDF. */
export function refundRows(businessName: string, { refund, payment }: ProcessedRefund): ReceiptRow[] {
  const account = refund.bankId ? accountLabel(findBank(refund.bankId)!.name, refund.accountNumber!) : undefined
  const card = payment.channel === 'card' && payment.cardLast4 ? serverChannels.card.receiptText(payment) : undefined
  return [
    ['Refunded by', businessName],
    ['Refund', formatNaira(refund.amountKobo)],
    ['You paid', formatNaira(payment.amountKobo)],
    ['Sent to', account ?? card ?? 'The account you paid from'],
    ['Refunded on', formatInstant(refund.processedAt!)],
    ['Payment', payment.reference],
    ['Refund reference', refund.reference],
  ]
}
