import type { HostedChannel } from '@adire/contract/channels/channels.ts'
import { bankAccount } from './bank-account/channel.ts'
import { bankTransfer } from './bank-transfer/channel.ts'
import { card } from './card/channel.ts'
import type { CheckoutChannel } from './definition.ts'
import { qr } from './qr/channel.ts'
import { ussd } from './ussd/channel.ts'

/** All channels that the checkout offers. */
export const checkoutChannels: Record<HostedChannel, CheckoutChannel> = {
  card,
  bank_transfer: bankTransfer,
  ussd,
  qr,
  bank_account: bankAccount,
}
