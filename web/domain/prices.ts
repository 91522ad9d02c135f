import { type Channel, hostedChannels } from '@adire/contract/channels/channels.ts'
import type { FeeBearer } from '@adire/contract/fields.ts'
import { listPrices } from '@adire/contract/prices.ts'
import type { ChannelPrice } from '@adire/contract/prices-schemas.ts'
import { useEffect } from 'react'
import { useCall } from '../client/api.ts'

export type ChannelPrices = Record<Channel, ChannelPrice>

/** Price of each channel for the business today. Undefined until it is loaded: nothing is calculated with another price. */
export function usePrices(): ChannelPrices | undefined {
  const { data } = useCall(listPrices, {})
  return data && byChannel(data.content)
}

export const byChannel = (content: readonly ChannelPrice[]) =>
  Object.fromEntries(content.map((price) => [price.channel, price])) as ChannelPrices

/** Prices of all channels of the checkout. */
export const hostedPrices = (prices: ChannelPrices) => hostedChannels.map((channel) => prices[channel])

/**
 * Sets the fee bearer of a form to the customer, once the prices are loaded, if that is agreed for all of the channels and
 * nobody has chosen another.
 */
export function useAgreedFeeBearer(
  channels: readonly Channel[],
  { isNew, current, choose }: { isNew: boolean; current: FeeBearer | undefined; choose(bearer: FeeBearer): void },
): void {
  const prices = usePrices()
  const isAgreed = isNew && prices !== undefined && channels.every((each) => prices[each].feeBearer === 'customer')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the prices arrive, not after a choice of the user
  useEffect(() => {
    if (isAgreed && current === 'merchant') choose('customer')
  }, [isAgreed])
}
