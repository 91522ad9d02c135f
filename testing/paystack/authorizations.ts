import { type Authorization, createCode } from './integration.ts'

/** Authorization of a payer at Paystack; by default a card that pays once. */
export const createAuthorization = (
  email: string,
  channel: Authorization['channel'],
  more: Partial<Authorization> = {},
): Authorization => ({
  code: createCode('AUTH_', 10),
  email,
  channel,
  last4: '4081',
  bank: 'TEST BANK',
  brand: 'visa',
  isReusable: false,
  isActive: true,
  declineMessage: null,
  isDelayed: channel === 'direct_debit',
  asksHolder: false,
  ...more,
})
