import type { OfficeMerchant } from '@adire/contract/back-office/merchants-schemas.ts'
import { channels } from '@adire/contract/channels/channels.ts'
import { asc, eq } from 'drizzle-orm'
import { configuredProcessors } from '../../connectors/connector-for.ts'
import { type Processor, processorName } from '../../connectors/processors.ts'
import type { StaffContext } from '../../context.ts'
import { findFailingProcessors } from '../channel-health/unhealthy.ts'
import type { MerchantRecord } from '../kyc/review.ts'
import { processorOrders } from '../routing/tables.ts'

const toName = (processor: Processor) => ({ id: processor, name: processorName(processor) })
/** Most orders that are shown. */
const maxOrders = 50

/** Which processors are called first for a live business; null where there is nothing to choose. */
export async function loadRouting(
  context: StaffContext,
  { id, mode }: Pick<MerchantRecord, 'id' | 'mode'>,
): Promise<OfficeMerchant['routing']> {
  const configured = configuredProcessors(context.config)
  if (mode !== 'LIVE' || configured.length < 2) return null
  const orders = await context.tx
    .select()
    .from(processorOrders)
    .where(eq(processorOrders.merchantId, id))
    .orderBy(asc(processorOrders.channel), asc(processorOrders.bankCode))
    .limit(maxOrders)
  const failing: NonNullable<OfficeMerchant['routing']>['failing'] = []
  for (const channel of channels)
    for (const processor of await findFailingProcessors(context, channel))
      failing.push({ channel, processor: processorName(processor) })
  return {
    processors: configured.map(toName),
    orders: orders.map(({ channel, bankCode, processors, createdBy }) => ({
      channel,
      bankCode,
      processors: processors.map(toName),
      setBy: createdBy,
    })),
    failing,
  }
}
