import { isLuhn } from '@adire/contract/checkout.ts'
import type { CardCharge, Cards } from '../charges.ts'
import { chargeTyped } from './challenges.ts'
import type { PaystackClient } from './client.ts'

/**
 * Cards that payers type on our page, by Paystack's charge API. A payment has one such charge, under its own reference, and its decline is
 * final. The card's number is in the body of one request, and nowhere else.
 */
export const paystackCards = (client: PaystackClient): Cards => ({
  findError: ({ number }) => (isLuhn(number) ? undefined : 'This card number is not right'),
  charge({ card, ...charge }: CardCharge) {
    const { number, cvv } = card
    const expiry = {
      expiry_month: String(card.expiryMonth).padStart(2, '0'),
      expiry_year: String(card.expiryYear).slice(-2),
    }
    return chargeTyped(client, charge, { card: { number, cvv, ...expiry } }, () => 'invalid_card_number')
  },
})
