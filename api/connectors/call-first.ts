import { callConnector, connectorTimeoutMs } from './call-connector.ts'
import type { Capability, ConnectorSource, ConnectorWith } from './connector.ts'
import { chooseProcessor, connectorFor, listProcessors } from './connector-for.ts'
import type { Processor } from './processors.ts'

/** How long a processor is waited for before the next one is called, in ms. */
const nextAfterMs = 6_000
/** How long a processor that did not answer is called last, in ms. */
const callLastMs = 30_000

/** When each processor last did not answer, by configuration. Each process has its own: it is a preference, not a rule. */
const silences = new WeakMap<object, Map<Processor, number>>()

/** What a processor answered. */
export interface Answered<T> {
  processor: Processor
  result: T
}

/**
 * Calls the first processor with a capability that answers. Only for calls that move no money and that nobody can pay for until their
 * answer has reached the payer, such as opening an account number: another processor is called although the first may have carried it
 * out. `stored`: the processor that has the payment already, so that no other is called. Takes no longer than one call.
 * Undefined if none answers.
 * @throws 503 unavailable if there is none
 */
export async function callFirst<C extends Capability, T>(
  source: ConnectorSource,
  capability: C,
  stored: Processor | null,
  call: (connector: ConnectorWith<C>, processor: Processor) => Promise<T>,
): Promise<Answered<T> | undefined> {
  const silentAt = silences.get(source.config.processorSettings) ?? new Map<Processor, number>()
  silences.set(source.config.processorSettings, silentAt)
  const processors = stored
    ? [chooseProcessor(source, capability, stored)]
    : callLast([chooseProcessor(source, capability), ...listProcessors(source, capability)], silentAt)
  for (const [index, processor] of processors.entries()) {
    const isLast = index === processors.length - 1
    const waitMs = isLast ? Math.max(nextAfterMs, connectorTimeoutMs - index * nextAfterMs) : nextAfterMs
    const result = await callConnector(call(connectorFor(source, capability, processor), processor), waitMs)
    if (result !== undefined) {
      silentAt.delete(processor)
      return { processor, result }
    }
    silentAt.set(processor, Date.now())
  }
  return undefined
}

/** The processors, once each; those that did not answer a moment ago at the end. */
function callLast(processors: readonly Processor[], silentAt: ReadonlyMap<Processor, number>): Processor[] {
  const isSilent = (processor: Processor) => Date.now() - (silentAt.get(processor) ?? 0) < callLastMs
  const once = [...new Set(processors)]
  return [...once.filter((one) => !isSilent(one)), ...once.filter(isSilent)]
}
