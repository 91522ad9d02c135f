import type { OfficePaymentRow } from '@adire/contract/back-office/payments-schemas.ts'
import type { Mode } from '@adire/contract/call.ts'
import type { Channel } from '@adire/contract/channels/channels.ts'
import type { PaymentStatus } from '@adire/contract/payments-schemas.ts'
import { type Processor, processorName } from '../../connectors/processors.ts'

/** A payment with its business, as SQL returns it. */
export interface StoredRow {
  id: string
  merchantId: string
  businessName: string
  merchantCode: string
  mode: Mode
  reference: string
  status: PaymentStatus
  channel: Channel | null
  amountKobo: string
  customerEmail: string
  customerName: string | null
  processor: Processor | null
  returnedKobo: string | null
  createdAt: Date
}

/** Columns of `payment` and `business` for `StoredRow`. */
export const rowColumns = `
  payment.id, payment.merchant_id as "merchantId", business.business_name as "businessName",
  business.merchant_code as "merchantCode", business.mode, payment.reference, payment.status, payment.channel,
  payment.amount_kobo as "amountKobo", payment.customer_email as "customerEmail", payment.customer_name as "customerName",
  payment.processor, payment.returned_kobo as "returnedKobo", payment.created_at as "createdAt"`

export const toBusiness = ({
  merchantId: id,
  businessName,
  merchantCode,
  mode,
}: Pick<StoredRow, 'merchantId' | 'businessName' | 'merchantCode' | 'mode'>) => ({
  id,
  businessName,
  merchantCode,
  mode,
})

export const toOfficePaymentRow = (row: StoredRow): OfficePaymentRow => ({
  id: row.id,
  business: toBusiness(row),
  reference: row.reference,
  status: row.status,
  channel: row.channel,
  amountKobo: Number(row.amountKobo),
  customerEmail: row.customerEmail,
  customerName: row.customerName,
  processor: row.processor && processorName(row.processor),
  returnedKobo: row.returnedKobo === null ? null : Number(row.returnedKobo),
  createdAt: row.createdAt.toISOString(),
})
