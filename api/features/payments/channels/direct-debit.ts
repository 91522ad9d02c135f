import { channelDefinitions } from '@adire/contract/channels/channels.ts'
import type { ServerChannel } from './definition.ts'

/** A debit under a mandate, made by direct debit and by subscriptions; not offered in the checkout. */
export const directDebit = {
  receiptText: ({ senderBank, senderAccount }) =>
    `${channelDefinitions.direct_debit.name}, ${senderBank} account ending ${senderAccount}`,
  detail: ({ channel, senderBank: name, senderAccount: last4 }) =>
    channel === 'direct_debit' && name ? { bank: { name, last4 } } : {},
  hasChallenges: false,
} satisfies ServerChannel
