import { isDeepStrictEqual } from 'node:util'
import { type Channel, channelNames } from '@adire/contract/channels/channels.ts'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Capability } from '../../connectors/connector.ts'
import { configuredProcessors } from '../../connectors/connector-for.ts'
import { definitionOf, type Processor } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { lockName } from '../../database/lock-name.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { findBusiness, type MerchantRecord } from '../kyc/review.ts'
import { merchants } from '../merchants/tables.ts'
import { serverChannels } from '../payments/channels/channels.ts'
import type { PayerFlow } from '../payments/channels/definition.ts'
import { processorOrders } from './tables.ts'

/** What an order is set for: null for all businesses, channels or banks. `business`: merchant code or id, of either mode. */
export interface OrderScope {
  business: string | null
  channel: Channel | null
  bankCode: string | null
}

/**
 * Sets the order of processors for a scope, in place of an earlier one. It applies to the next payment in each process. Returns the order,
 * and whether it has changed.
 * @throws 404 business_not_found; 422 validation_error for a business without live mode, a bank that payers of the channel do not
 *   choose, or a processor that is not in `PROCESSOR` or has not the channel
 */
export async function setProcessorOrder(
  context: Context,
  scope: OrderScope,
  names: readonly string[],
  operator: string,
): Promise<{ processors: readonly Processor[]; isChanged: boolean }> {
  const { tx, now, config } = context
  requireBankOfChannel(scope)
  const configured = configuredProcessors(config)
  const processors = names.map((name) => {
    const found = configured.find((one) => one === name)
    if (!found) throw problem.field('processors', `PROCESSOR does not name ${name}. It names ${configured.join(', ')}`)
    requireChannel(found, scope)
    return found
  })
  if (new Set(processors).size < processors.length) throw problem.field('processors', 'Name each processor once')
  const { merchantId, before } = await lockScope(tx, scope)
  if (before && isDeepStrictEqual(before, processors)) return { processors, isChanged: false }
  const { channel, bankCode } = scope
  const order = { processors, createdAt: now, createdBy: operator }
  await tx
    .insert(processorOrders)
    .values({ merchantId, channel, bankCode, ...order })
    .onConflictDoUpdate({
      target: [processorOrders.merchantId, processorOrders.channel, processorOrders.bankCode],
      set: order,
    })
  await recordChange(context, scope, { action: 'processor_order.set', merchantId, operator, before, after: processors })
  return { processors, isChanged: true }
}

/**
 * Removes the order of a scope; the next wider one applies.
 * @throws 404 business_not_found; 422 validation_error if none was set
 */
export async function removeProcessorOrder(context: Context, scope: OrderScope, operator: string): Promise<void> {
  const { tx } = context
  const { merchantId, before } = await lockScope(tx, scope)
  if (!before) throw problem.field('processors', 'No order is set for exactly this')
  await tx.delete(processorOrders).where(inScope(merchantId, scope))
  await recordChange(context, scope, { action: 'processor_order.removed', merchantId, operator, before })
}

/** The live business and the order that is set for the scope. Locked, so that changes at the same time wait. */
async function lockScope(tx: Tx, scope: OrderScope) {
  const merchantId = scope.business === null ? null : (await findLiveBusiness(tx, scope.business)).id
  await lockName(tx, 'processor orders')
  const [found] = await tx.select().from(processorOrders).where(inScope(merchantId, scope))
  return { merchantId, before: found?.processors }
}

const inScope = (merchantId: string | null, { channel, bankCode }: OrderScope): SQL | undefined =>
  and(
    is(processorOrders.merchantId, merchantId),
    is(processorOrders.channel, channel),
    is(processorOrders.bankCode, bankCode),
  )

const is = (column: PgColumn, value: string | null): SQL => (value === null ? isNull(column) : eq(column, value))

async function findLiveBusiness(tx: Tx, given: string): Promise<MerchantRecord> {
  const found = await findBusiness(tx, given)
  if (found.mode === 'LIVE') return found
  const [live] = await tx.select().from(merchants).where(eq(merchants.testMerchantId, found.id))
  if (!live) throw problem.field('business', 'This business has no Live Mode yet')
  return live
}

/** @throws 422 validation_error if payers of the channel do not choose this bank */
function requireBankOfChannel({ channel, bankCode }: OrderScope): void {
  if (bankCode === null) return
  const banks = (channel && payerOf(channel)?.banks) ?? []
  if (banks.some(({ code }) => code === bankCode)) return
  const known = banks.map(({ code, name }) => `${code} (${name})`).join(', ')
  throw problem.field('bank', known ? `--bank must be one of ${known}` : 'Payers of this channel choose no bank')
}

/** @throws 422 validation_error if the processor cannot take the channel */
function requireChannel(processor: Processor, { channel, bankCode }: OrderScope): void {
  if (channel === null) return
  const { name, capabilities, banks } = definitionOf(processor)
  const takesChannel = (capability: Capability) =>
    capabilities.includes(capability) && (bankCode === null || (banks?.[capability]?.includes(bankCode) ?? true))
  if (!capabilitiesFor(channel).some(takesChannel))
    throw problem.field('processors', `${name} cannot take ${channelNames[channel]}${bankCode ? ` of this bank` : ''}`)
}

const payerOf = (channel: Channel): PayerFlow | undefined => serverChannels[channel].payer

/** What a processor can take a channel with, any of these. */
function capabilitiesFor(channel: Channel): readonly Capability[] {
  if (channel === 'direct_debit') return ['mandates']
  return [...(channel === 'card' ? (['hostedCards'] as const) : []), payerOf(channel)!.flow.capability]
}

interface Change {
  action: 'processor_order.set' | 'processor_order.removed'
  merchantId: string | null
  operator: string
  before: readonly Processor[] | undefined
  after?: readonly Processor[]
}

/** In the audit log of the business, if the order is of one. */
async function recordChange(
  context: Context,
  scope: OrderScope,
  { action, merchantId, operator, before, after }: Change,
) {
  await recordAuditEvent(context, {
    action,
    object: describeScope(scope),
    ...(before && { before: { processors: before.join(', ') } }),
    ...(after && { after: { processors: after.join(', ') } }),
    ...(merchantId && { merchantId }),
    actor: { kind: 'operator', name: operator },
  })
}

/** Channel and bank of an order, for people. */
export const describeScope = ({ channel, bankCode }: Pick<OrderScope, 'channel' | 'bankCode'>): string =>
  [channel ? channelNames[channel] : 'All channels', bankCode && `bank ${bankCode}`].filter(Boolean).join(', ')
