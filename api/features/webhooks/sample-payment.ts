import { examplePaymentRow } from '@adire/contract/payments-schemas.ts'
import type { WebhookData } from '@adire/contract/webhook-data-schemas.ts'
import { addDays } from '../../lagos.ts'

/** Time of the sample data: today. */
export interface SampleTime {
  at: string
  day: string
}

export const sampleId = (index: number) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`

export const sampleCustomer = ({ at }: SampleTime): WebhookData['customer'] => ({
  id: sampleId(2),
  email: 'ada.obi@example.com',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '+2348030000000',
  status: 'active',
  blacklistReason: null,
  payments: 1,
  paidKobo: 1_250_000,
  lastPaidAt: at,
  metadata: {},
  createdAt: at,
})

export const samplePayment = ({ at, day }: SampleTime): WebhookData['payment'] => ({
  ...examplePaymentRow,
  id: sampleId(1),
  reference: 'pay_sample0000000001',
  customerEmail: 'ada.obi@example.com',
  createdAt: at,
  priceKobo: 1_250_000,
  feeBearer: 'merchant',
  paidAt: at,
  failure: null,
  card: { brand: 'visa', bin: '408408', last4: '4081', expiryMonth: 12, expiryYear: 2030, bank: 'TEST BANK' },
  transfer: null,
  bank: null,
  offlineCode: null,
  paymentLink: null,
  invoice: null,
  charge: { reference: 'order-1042', metadata: { orderId: 1042 } },
  chargeReference: 'order-1042',
  chargeMetadata: { orderId: 1042 },
  settlement: null,
  expectedSettlementOn: addDays(day, 1),
  settlementHold: null,
  mandate: null,
  subscription: null,
  coupon: null,
  customerId: sampleId(2),
  customerPhone: '+2348030000000',
  metadata: [],
  savedCard: null,
  ipAddress: null,
  note: null,
  receiptUrl: null,
  confirmation: null,
  events: [],
  attempts: [],
})
