import type { Context } from '../../context.ts'
import { toNetwork } from '../../http/network.ts'
import type { PaymentRecord } from '../payments/move.ts'
import type { LimitScope } from './card-thresholds.ts'

/** What identifies the payer of a payment, and the page on which they pay. */
export type LimitedPayer = Pick<
  PaymentRecord,
  'merchantId' | 'id' | 'customerEmail' | 'paymentLinkId' | 'invoiceId' | 'chargeId'
>

export interface CardLimitKeys {
  /** The email at this business, from any network. */
  email: string
  /** The email at this business, from one network: it proves nothing about who typed it. */
  payer: string
  card: string
  cards: string
  seen: string
  scopes: Record<LimitScope, string>
}

/** Rate limit keys. Emails and card numbers are fingerprinted, so the attempts table does not reveal them. */
export function buildLimitKeys({ vault, mode, origin }: Context, payment: LimitedPayer, number: string): CardLimitKeys {
  const { merchantId, customerEmail } = payment
  const payer = vault.fingerprint(`${merchantId}/${customerEmail}/${toNetwork(origin.ip)}`)
  // All merchants use the same test cards.
  const card = vault.fingerprint(mode === 'LIVE' ? `card/${number}` : `card/${merchantId}/${number}`)
  return {
    email: `payer:${vault.fingerprint(`${merchantId}/${customerEmail}`)}`,
    payer: `payer:${payer}`,
    card: `card:${card}`,
    cards: `cards:${payer}`,
    seen: `seen:${payer}:${card}`,
    scopes: {
      address: networkKey({ mode, origin }),
      page: `page:${payment.paymentLinkId ?? payment.invoiceId ?? payment.chargeId ?? merchantId}`,
      business: `business:${merchantId}`,
    },
  }
}

/** Key of a network. Test cards, which anybody can pay with, say nothing about its cards in Live Mode. */
export const networkKey = ({ mode, origin }: Pick<Context, 'mode' | 'origin'>) =>
  `address:${mode === 'LIVE' ? '' : 'test:'}${toNetwork(origin.ip)}`

export const declinedCardKey = (key: string) => `card-refused:${key}`
export const paidCardKey = (key: string) => `card-paid:${key}`

export const toLimit = (key: string) => ({ key, max: 0 })
