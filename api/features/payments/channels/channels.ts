import { type Channel, channels, type HostedChannel } from '@adire/contract/channels/channels.ts'
import type { PaymentRecord } from '../move.ts'
import { bankAccount } from './bank-account.ts'
import { bankTransfer } from './bank-transfer.ts'
import { card } from './card.ts'
import type { PayerFlow, ServerChannel } from './definition.ts'
import { directDebit } from './direct-debit.ts'
import { qr } from './qr.ts'
import { ussd } from './ussd.ts'

type PayerChannel = ServerChannel & { payer: PayerFlow }

const table = {
  card,
  bank_transfer: bankTransfer,
  ussd,
  qr,
  bank_account: bankAccount,
  direct_debit: directDebit,
} satisfies Record<HostedChannel, PayerChannel> & Record<Channel, ServerChannel>

/** All channels as the server knows them. */
export const serverChannels: Record<HostedChannel, PayerChannel> & Record<Channel, ServerChannel> = table

/** Channels whose bank may require challenges. */
export const channelsWithChallenges = channels.filter((channel) => serverChannels[channel].hasChallenges)

type StateOf<C> = C extends { state(payment: PaymentRecord): infer State } ? State : never
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never

/** The fields of the checkout state that belong to channels. */
export const toChannelStates = (payment: PaymentRecord): Intersection<StateOf<(typeof table)[Channel]>> =>
  Object.assign({}, ...Object.values(serverChannels).map((channel) => channel.state?.(payment)))

/** The fields of a payment's detail that belong to channels. */
export const toChannelDetails = (payment: PaymentRecord): Required<ReturnType<NonNullable<ServerChannel['detail']>>> =>
  Object.assign(
    { card: null, transfer: null, bank: null, offlineCode: payment.offlineCode },
    ...Object.values(serverChannels).map((channel) => channel.detail?.(payment)),
  )
