import { channelDefinitions } from '@adire/contract/channels/channels.ts'
import * as z from 'zod/mini'
import type { ServerChannel } from './definition.ts'

/** Debited account of the mandate. */
export const directDebitDetails = z.strictObject({
  bankName: z.nullable(z.string()),
  /** Last four digits of the account number. */
  last4: z.nullable(z.string()),
})

/** A debit under a mandate, made by direct debit and by subscriptions; not offered in the checkout. */
export const directDebit = {
  personal: ['bankName', 'last4'],
  payerBank: ({ direct_debit: details }) => details?.bankName,
  receiptText: ({ channelDetails: { direct_debit: details } }) =>
    `${channelDefinitions.direct_debit.name}, ${details?.bankName} account ending ${details?.last4}`,
  detail: ({ channel, channelDetails: { direct_debit: details } }) =>
    channel === 'direct_debit' && details?.bankName ? { bank: { name: details.bankName, last4: details.last4 } } : {},
  hasChallenges: false,
} satisfies ServerChannel
