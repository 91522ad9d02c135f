import { hostedChannels } from '@adire/contract/channels/channels.ts'
import { examplePaymentRow } from '@adire/contract/payments-schemas.ts'

const order = {
  amountKobo: 1_250_000,
  email: 'ada@example.com',
  name: 'Ada Obi',
  reference: 'order-1042',
  description: 'Two yards of ankara',
  callbackUrl: 'https://shop.example/orders/1042',
  metadata: { orderId: 1042 },
}

const paid = { ...examplePaymentRow, paidAt: '2026-11-21T10:16:12.000Z', failure: null, savedCard: null }

const charge = {
  id: '01a2b3c4-5d6e-7f80-8910-a1b2c3d4e5f6',
  reference: order.reference,
  status: 'pending',
  amountKobo: order.amountKobo,
  currency: 'NGN',
  email: order.email,
  name: order.name,
  description: order.description,
  feeBearer: 'merchant',
  channels: hostedChannels,
  callbackUrl: order.callbackUrl,
  splitId: null,
  saveCard: false,
  metadata: order.metadata,
  authorizationUrl: 'https://pay.example/pay/charge/chg_8sK2mQ4xV7bN1pL5tR9wZ3dF',
  payment: {
    ...paid,
    status: 'pending',
    channel: null,
    feeKobo: 0,
    vatKobo: 0,
    netKobo: 0,
    cardBrand: null,
    cardLast4: null,
    paidAt: null,
  },
  createdAt: '2026-11-21T10:15:00.000Z',
  expiresAt: '2026-11-22T10:15:00.000Z',
}

const mandate = {
  customerEmail: 'ada@example.com',
  customerName: 'Ada Obi',
  bankId: 8,
  accountNumber: '0000000018',
  kind: 'fixed',
  amountKobo: 500_000,
  frequency: 'monthly',
  startOn: '2027-01-04',
  narration: 'Rent of the shop',
}

/** Example requests and responses of the most used endpoints; a test validates them against the contract. */
export const openapiExamples: Record<string, { request?: Record<string, unknown>; response?: unknown }> = {
  initialiseCharge: { request: order, response: charge },
  verifyCharge: { response: { ...charge, status: 'success', payment: paid } },
  listCharges: {
    response: {
      content: [{ ...charge, status: 'success', payment: paid }],
      totalElements: 1,
      nextCursor: null,
      offset: 0,
      limit: 10,
    },
  },
  chargeSavedCard: {
    request: { amountKobo: 1_250_000, reference: 'order-1043', description: 'Two yards of ankara, December' },
    response: { ...charge, reference: 'order-1043', status: 'success', payment: paid },
  },
  requestRefund: { request: { amountKobo: 250_000, reason: 'requested_by_customer', payerNote: 'One yard came back' } },
  createCustomer: { request: { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com', phone: '08031234567' } },
  createPaymentLink: {
    request: { name: 'Ankara, two yards', amountKobo: 1_250_000, redirectUrl: 'https://shop.example/thanks' },
  },
  createSimpleInvoice: {
    request: {
      customerEmail: 'ada@example.com',
      customerName: 'Ada Obi',
      description: 'Bridal fitting',
      amountKobo: 5_000_000,
      dueOn: '2026-12-05',
    },
  },
  contestDispute: { request: { message: 'The parcel was delivered on 20 November. The payer signed for it.' } },
  createCoupon: { request: { name: 'First month half price', percentOff: 50, charges: 1 } },
  createMandate: { request: mandate },
  updateMandate: { request: mandate },
  searchSettlements: { request: { search: '1,250,000.00' } },
  createPlan: { request: { name: 'Fabric of the month', amountKobo: 1_500_000, interval: 'monthly' } },
}
