import type { Mode } from '@adire/contract/call.ts'
import { type Channel, hostedChannels } from '@adire/contract/channels/channels.ts'
import type { CheckoutPage } from '@adire/contract/checkout-schemas.ts'
import { canProcess, livePaymentsClosed } from '../../connectors/connector-for.ts'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { findUnhealthyChannels } from '../channel-health/unhealthy.ts'
import { serverChannels } from '../payments/channels/channels.ts'

type Offer = Pick<CheckoutPage, 'channels' | 'cardPage'>

/** The channels that a processor of the mode can take, and whether cards are typed on the processor's page. */
export function offerChannels(source: Pick<Context, 'config'> & { mode: Mode }, accepted: readonly Channel[]): Offer {
  const cardPage = !canProcess(source, 'cards') && canProcess(source, 'hostedCards')
  const channels = hostedChannels.filter(
    (channel) =>
      accepted.includes(channel) &&
      ((channel === 'card' && cardPage) || canProcess(source, serverChannels[channel].payer.flow.capability)),
  )
  return { channels, cardPage }
}

/**
 * The offer with the channels that do not work well at the moment last, and named. Test mode has no such channels: its processor is
 * simulated.
 */
export async function orderByHealth(
  context: Pick<Context, 'tx' | 'config' | 'realNow'>,
  mode: Mode,
  offer: Offer,
): Promise<Offer & Pick<CheckoutPage, 'unhealthyChannels'>> {
  const found = mode === 'LIVE' && offer.channels.length > 0 ? await findUnhealthyChannels(context) : []
  const unhealthy = found.filter(({ channel }) => offer.channels.includes(channel))
  const isUnhealthy = (channel: Channel) => unhealthy.some((one) => one.channel === channel)
  const channels = offer.channels.toSorted((one, other) => Number(isUnhealthy(one)) - Number(isUnhealthy(other)))
  return { ...offer, channels, unhealthyChannels: [...unhealthy] }
}

/**
 * Live mode takes payments once a processor is configured. Checked before a payer types anything.
 * @throws 503 unavailable
 */
export function requirePaymentsOpen(source: Pick<Context, 'config' | 'mode'>): void {
  if (offerChannels(source, hostedChannels).channels.length === 0) throw problem.unavailable(livePaymentsClosed)
}
