import { type Channel, channels, type HostedChannel } from '@adire/contract/channels/channels.ts'
import * as z from 'zod/mini'
import type { PaymentRecord } from '../move.ts'
import { bankAccount, bankAccountDetails } from './bank-account.ts'
import { bankTransfer, bankTransferDetails } from './bank-transfer.ts'
import { card, cardDetails } from './card.ts'
import type { PayerFlow, ServerChannel } from './definition.ts'
import { directDebit, directDebitDetails } from './direct-debit.ts'
import { qr, qrDetails } from './qr.ts'
import { ussd, ussdDetails } from './ussd.ts'

const details = {
  card: cardDetails,
  bank_transfer: bankTransferDetails,
  ussd: ussdDetails,
  qr: qrDetails,
  bank_account: bankAccountDetails,
  direct_debit: directDebitDetails,
} satisfies Record<Channel, z.ZodMiniType>

/** What a payment stores of its channels: of the chosen one, and of an earlier one by which money may still arrive. */
export type ChannelDetails = { [C in Channel]?: z.infer<(typeof details)[C]> }

const ChannelDetails = z.partial(z.strictObject(details))

/**
 * The details, checked before they are stored.
 * @throws Error naming the wrong detail
 */
export const parseChannelDetails = (given: ChannelDetails): ChannelDetails => z.parse(ChannelDetails, given)

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
    { card: null, transfer: null, bank: null, offlineCode: null },
    ...Object.values(serverChannels).map((channel) => channel.detail?.(payment)),
  )

/** Details that remain when the payer chooses another channel. */
export const remainingDetails = ({ channelDetails }: PaymentRecord): ChannelDetails =>
  pickDetails(channelDetails, (channel) => serverChannels[channel].staysOpen === true)

/** Details of a payment that was paid by a channel: without the card that was tried before, and with the sender. */
export function paidDetails(
  { channelDetails }: PaymentRecord,
  paidBy: Channel,
  sender: { name: string; bank: string } | undefined,
): ChannelDetails {
  const kept = pickDetails(channelDetails, (channel) => channel === paidBy || channel !== 'card')
  return (sender && serverChannels[paidBy].addSender?.(kept, sender)) ?? kept
}

const pickDetails = (given: ChannelDetails, isPicked: (channel: Channel) => boolean): ChannelDetails =>
  Object.fromEntries(Object.entries(given).filter(([channel]) => isPicked(channel as Channel)))

/** Paths of the details that identify the payer. */
export const personalDetails = channels.flatMap((channel) =>
  serverChannels[channel].personal.map((name) => [channel, name] as const),
)
