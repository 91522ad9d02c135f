import type { ApiConfig } from '../config.ts'
import { problem } from '../http/problem.ts'
import type { Capability, ConnectorSource, ConnectorWith } from './connector.ts'
import { measureCalls } from './measure-calls.ts'
import { definitionOf, type Processor, processors } from './processors.ts'
import { recordCalls } from './record-calls.ts'
import { openRequestLimit, readRequestsPerSecond } from './request-limit.ts'

/** Message while no processor takes live payments. */
export const livePaymentsClosed = 'Live payments are not open yet. Nothing was charged.'

/** Message if the processor that has a payment lacks the capability to continue it, or is no longer configured. */
const otherWay = 'This is not possible here any more. Nothing was charged. Pay the way you chose first, or start again.'

/** Whether a processor of live payments is configured. */
export const areLivePaymentsOpen = ({ processors }: Pick<ApiConfig, 'processors'>): boolean => processors.length > 0

const allProcessors = Object.keys(processors) as Processor[]

type Routing = Pick<ConnectorSource, 'mode' | 'config'>

/**
 * Checks the processors that `PROCESSOR` names, at the start.
 * @throws Error that names the setting which is missing or wrong
 */
export function checkProcessors({ processors: names, processorSettings }: Routing['config']): void {
  const live = allProcessors.filter((name) => name !== 'sandbox')
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new Error(`PROCESSOR names "${twice}" twice`)
  for (const name of names) {
    const found = live.find((one) => one === name)
    if (!found) throw new Error(`PROCESSOR names "${name}"; it may name ${live.join(', ')}`)
    definitionOf(found).checkSettings(processorSettings)
    readRequestsPerSecond(found, processorSettings)
  }
}

/** Processors of live payments, in the order in which they are chosen. */
export const configuredProcessors = (config: Pick<ApiConfig, 'processors'>): Processor[] =>
  config.processors.flatMap((name) => allProcessors.filter((processor) => processor === name))

/**
 * Which processors can be chosen: only those that have a capability for the bank `bankCode`, and first those in `order`, otherwise in
 * the order of `PROCESSOR`.
 */
export interface Preference {
  bankCode?: string | undefined
  order?: readonly Processor[] | undefined
}

/** Processors of the mode that have a capability, in the order in which they are chosen. */
export const listProcessors = (
  { mode, config }: Routing,
  capability: Capability,
  { bankCode, order = [] }: Preference = {},
): Processor[] =>
  [...new Set([...order, ...configuredProcessors(config), ...allProcessors])].filter((processor) => {
    const { capabilities, isOff, banks, serves } = definitionOf(processor)
    const takesBank = bankCode === undefined || (banks?.[capability]?.includes(bankCode) ?? true)
    const hasIt = capabilities.includes(capability) && takesBank && serves(mode, config)
    return hasIt && !isOff?.(capability, config.processorSettings, bankCode)
  })

/** Whether a processor of the mode has a capability. */
export const canProcess = (routing: Routing, capability: Capability): boolean =>
  listProcessors(routing, capability).length > 0

/**
 * The first processor of the mode that has a capability. Test payments use only the sandbox, and the sandbox processes only test
 * payments. `stored`: the processor that has the payment, mandate or card already, so no other may be called.
 * @throws unavailable (503) if there is none
 */
export function chooseProcessor(
  routing: Routing,
  capability: Capability,
  stored: Processor | null = null,
  preference: Preference = {},
): Processor {
  const found = listProcessors(routing, capability, preference).find((processor) => processor === (stored ?? processor))
  if (!found) throw problem.unavailable(stored ? otherWay : livePaymentsClosed)
  return found
}

/**
 * Connector of the processor that `chooseProcessor` chooses.
 * @throws unavailable (503) if there is none
 */
export function connectorFor<C extends Capability>(
  source: ConnectorSource,
  capability: C,
  stored: Processor | null = null,
  preference: Preference = {},
): ConnectorWith<C> & { processor: Processor } {
  const processor = chooseProcessor(source, capability, stored, preference)
  // `chooseProcessor` has made sure of the capability.
  const connector = openRecorded(source, processor) as ConnectorWith<C>
  return { ...connector, processor }
}

/**
 * Connector of the processor that has a payment.
 * @throws unavailable (503) if it is not configured for the mode any more
 */
export function requireConnector(source: ConnectorSource, processor: Processor): ConnectorWith<never> {
  if (!definitionOf(processor).serves(source.mode, source.config)) throw problem.unavailable(livePaymentsClosed)
  return openRecorded(source, processor)
}

function openRecorded(source: ConnectorSource, processor: Processor): ConnectorWith<never> {
  const perSecond = readRequestsPerSecond(processor, source.config.processorSettings)
  const requestLimit = openRequestLimit(source.write, { processor, perSecond })
  const connector = definitionOf(processor).open({ ...source, requestLimit })
  return recordCalls(measureCalls(connector, processor), source)
}

/** Our reference as a processor accepts it. */
export const toProcessorReference = (processor: Processor, reference: string): string =>
  definitionOf(processor).toReference(reference)
