import { type Channel, hostedChannels } from '@adire/contract/channels/channels.ts'
import type { FeeBearer } from '@adire/contract/fields.ts'
import { eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { merchants } from '../merchants/tables.ts'
import { findAgreedPrices } from './own-prices.ts'

/**
 * Bearer of the fee of an invoice, link, charge or mandate that names none: as agreed in the prices of its channels,
 * otherwise the setting of the business. The customer bears it only if all channels agree.
 */
export async function findDefaultFeeBearer(
  { tx, merchant, now }: MerchantContext,
  channels: readonly Channel[] = hostedChannels,
): Promise<FeeBearer> {
  const [business] = await tx
    .select({ feeBearer: merchants.feeBearer })
    .from(merchants)
    .where(eq(merchants.id, merchant.id))
  const agreed = await findAgreedPrices(tx, merchant.id, lagosDay(now))
  const bearerOf = (channel: Channel) =>
    agreed.find((price) => price.channel === channel)?.feeBearer ?? business!.feeBearer
  return channels.every((channel) => bearerOf(channel) === 'customer') ? 'customer' : 'merchant'
}
