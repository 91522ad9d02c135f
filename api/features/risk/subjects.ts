import type { RuleSubject } from '@adire/contract/back-office/risk.ts'
import type { Context } from '../../context.ts'
import { toNetwork } from '../../http/network.ts'
import type { PaymentRecord } from '../payments/move.ts'

/** A payment that is about to be sent to a processor. */
export interface RiskyCharge {
  payment: PaymentRecord
  /** Address of the payer. Null if a server of the business sent the request. */
  ip: string | null
  /** Number of the card that the payer typed. Never stored: only its fingerprint and its last digits are. */
  cardNumber?: string | undefined
}

/** What rules count together: `key` is stored, `label` is what staff read. */
export interface Subject {
  key: string
  label: string
}

export const cardKey = ({ vault }: Pick<Context, 'vault'>, number: string) => vault.fingerprint(`risk-card/${number}`)

/** The subjects of a payment by kind; one that is not known is left out. */
export function findSubjects(context: Context, charge: RiskyCharge): Partial<Record<RuleSubject, Subject>> {
  const { payment, ip, cardNumber } = charge
  return {
    payer: { key: context.vault.fingerprint(`risk-payer/${payment.customerEmail}`), label: payment.customerEmail },
    business: { key: payment.merchantId, label: 'All payments of the business' },
    ...(ip && { address: { key: toNetwork(ip), label: toNetwork(ip) } }),
    ...(cardNumber && { card: { key: cardKey(context, cardNumber), label: `Card ending ${cardNumber.slice(-4)}` } }),
  }
}
