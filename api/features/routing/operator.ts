import { channels } from '@adire/contract/channels/channels.ts'
import { asc, eq } from 'drizzle-orm'
import { configuredProcessors } from '../../connectors/connector-for.ts'
import { problem } from '../../http/problem.ts'
import { lagosDay } from '../../lagos.ts'
import type { OperatorContext } from '../../operator-context.ts'
import { findFailingProcessors } from '../channel-health/unhealthy.ts'
import { merchants } from '../merchants/tables.ts'
import { describeScope, type OrderScope, removeProcessorOrder, setProcessorOrder } from './set.ts'
import { processorOrders } from './tables.ts'

export const routingUsage = `
  routing list                               orders in which processors are called, and channels that fail at one at the moment
  routing set <processor>,<processor> [--business <business>] [--channel <channel>] [--bank <code>]
                                             these first, from the next payment on; all others after them
  routing remove [--business <business>] [--channel <channel>] [--bank <code>]
       <channel>: ${channels.join(', ')}`

/** Options of the commands, as typed. */
export type RoutingCommandOptions = Partial<Record<'business' | 'channel' | 'bank', string | undefined>>

/** Runs one `routing` command. Returns the exit code, or undefined if there is no such command. Errors are thrown. */
export async function runRoutingCommand(
  operator: OperatorContext,
  words: string[],
  options: RoutingCommandOptions,
): Promise<number | undefined> {
  const [verb, names, ...more] = words
  if (more.length > 0) return undefined
  if (verb === 'set' && names !== undefined) {
    const scope = parseScope(options)
    await operator.write((context) => setProcessorOrder(context, scope, names.split(','), operator.reviewer))
  } else if (verb === 'remove' && names === undefined) {
    const scope = parseScope(options)
    await operator.write((context) => removeProcessorOrder(context, scope, operator.reviewer))
  } else if (verb !== 'list' || names !== undefined) return undefined
  return printOrders(operator)
}

function parseScope({ business = '', channel: name, bank = '' }: RoutingCommandOptions): OrderScope {
  const channel = channels.find((one) => one === name) ?? null
  if (name !== undefined && !channel) throw problem.field('channel', `--channel must be one of ${channels.join(', ')}`)
  if (bank && !channel) throw problem.field('bank', 'Use --bank with --channel')
  return { business: business || null, channel, bankCode: bank || null }
}

/** Most lines that are printed. */
const maxLines = 500

async function printOrders({ write, print }: OperatorContext): Promise<number> {
  const { configured, orders, failing } = await write(async (context) => {
    const orders = await context.tx
      .select({ order: processorOrders, business: merchants })
      .from(processorOrders)
      .leftJoin(merchants, eq(merchants.id, processorOrders.merchantId))
      .orderBy(asc(merchants.merchantCode), asc(processorOrders.channel), asc(processorOrders.bankCode))
      .limit(maxLines)
    const failing: string[] = []
    for (const channel of channels)
      for (const processor of await findFailingProcessors(context, channel))
        failing.push(`${describeScope({ channel, bankCode: null })} fails at ${processor}: it is called last`)
    return { configured: configuredProcessors(context.config), orders, failing }
  })
  print(`PROCESSOR  ${configured.join(', ') || 'names none: live mode takes no payments'}`)
  for (const { order, business } of orders) {
    const whose = business ? `${business.merchantCode} ${business.businessName}` : 'All businesses'
    const day = lagosDay(order.createdAt)
    print(`  ${whose}  ${describeScope(order)}  ${order.processors.join(', ')}  (${order.createdBy}, ${day})`)
  }
  for (const line of failing) print(`  ${line}`)
  return 0
}
