import { bankAccount } from './bank-account.ts'
import { bankTransfer } from './bank-transfer.ts'
import { card } from './card.ts'
import type { ChannelDefinition } from './definition.ts'
import { directDebit } from './direct-debit.ts'
import { qr } from './qr.ts'
import { ussd } from './ussd.ts'

/** All payment channels, in the order in which they are offered. The names are those of the public API. */
export const channelDefinitions = {
  card,
  bank_transfer: bankTransfer,
  ussd,
  qr,
  bank_account: bankAccount,
  direct_debit: directDebit,
} satisfies Record<string, ChannelDefinition>

type Definitions = typeof channelDefinitions
export type Channel = keyof Definitions
/** A channel that the checkout offers. */
export type HostedChannel = { [C in Channel]: Definitions[C]['payer'] extends null ? never : C }[Channel]

export const channels = Object.keys(channelDefinitions) as Channel[]

/** Channels of the hosted checkout. Direct debit is not among them, because it needs a mandate first. */
export const hostedChannels = channels.filter(
  (channel): channel is HostedChannel => channelDefinitions[channel].payer !== null,
)

/** Names of the channels in the dashboard, in files and on receipts. */
export const channelNames = Object.fromEntries(
  channels.map((channel) => [channel, channelDefinitions[channel].name]),
) as Record<Channel, string>
