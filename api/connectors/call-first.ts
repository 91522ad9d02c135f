import { findBusinessOfWork } from '../current-work.ts'
import { callConnector, connectorTimeoutMs } from './call-connector.ts'
import { rejectionStatus } from './call-http.ts'
import type { Capability, ConnectorSource, ConnectorWith } from './connector.ts'
import { chooseProcessor, connectorFor, listProcessors, type Preference } from './connector-for.ts'
import type { Processor } from './processors.ts'

/** How long a processor is waited for before the next one is called, in ms. */
const nextAfterMs = 6_000
/** How long a processor that failed for a business, or for several, is called last for it, or for all, for the same capability, in ms. */
const callLastMs = 30_000

/** When a processor last failed at something, by business; '' where the business is not known. */
type FailedAt = Map<string, number>
type Failures = Map<`${Processor} ${Capability}`, FailedAt>
/** Failures by configuration. Each process has its own: it is a preference, not a rule. */
const failures = new WeakMap<object, Failures>()

/** What a processor has to be able to do. `stored`: the processor that has the payment already, so that no other is called. */
export interface Requirement<C extends Capability> extends Preference {
  capability: C
  stored: Processor | null
}

/** What a processor answered. */
export interface Answered<T> {
  processor: Processor
  result: T
}

/** `answered`: undefined if none answered. `unanswered`: the processors that were called before, in this order. */
export interface Calls<T> {
  answered: Answered<T> | undefined
  unanswered: readonly Processor[]
}

/**
 * Calls the processors with a capability one after the other, until one answers. Another one is called although the first may have carried
 * the call out, so this is only for calls that move no money, and whose result nobody can pay before the answer has reached the payer, such
 * as a new account number. Takes no longer than one call.
 * @throws unavailable (503) if no processor has the capability
 */
export async function callFirst<C extends Capability, T>(
  source: ConnectorSource,
  { capability, stored, ...preference }: Requirement<C>,
  call: (connector: ConnectorWith<C>, processor: Processor) => Promise<T>,
): Promise<Calls<T>> {
  const known: Failures = failures.get(source.config.processorSettings) ?? new Map()
  failures.set(source.config.processorSettings, known)
  const failedAt = (processor: Processor): FailedAt => known.get(`${processor} ${capability}`) ?? new Map()
  const business = findBusinessOfWork() ?? ''
  const first = chooseProcessor(source, capability, stored)
  const processors = stored
    ? [first]
    : callLast(listProcessors(source, capability, preference), (one) => hasFailed(failedAt(one), business))
  for (const [index, processor] of processors.entries()) {
    const isLast = index === processors.length - 1
    const waitMs = isLast ? Math.max(nextAfterMs, connectorTimeoutMs - index * nextAfterMs) : nextAfterMs
    let isRejected = false
    const called = call(connectorFor(source, capability, processor), processor).catch((error) => {
      isRejected = isOfRequest(rejectionStatus(error))
      throw error
    })
    const result = await callConnector(called, waitMs)
    if (result !== undefined) {
      failedAt(processor).delete(business)
      return { answered: { processor, result }, unanswered: processors.slice(0, index) }
    }
    if (!isRejected)
      known.set(`${processor} ${capability}`, new Map([...listRecent(failedAt(processor)), [business, Date.now()]]))
  }
  return { answered: undefined, unanswered: processors }
}

/**
 * Whether a rejection is about this request only, such as data that a payer typed. It says nothing about other requests, so the processor
 * does not count as failing.
 */
const isOfRequest = (status: number | undefined) => status !== undefined && [400, 404, 409, 422].includes(status)

const listRecent = (failedAt: FailedAt) => [...failedAt].filter(([, at]) => Date.now() - at < callLastMs)

/** Whether a processor failed a moment ago for this business, or for several: what fails for one says nothing about the others. */
function hasFailed(failedAt: FailedAt, business: string): boolean {
  const recent = listRecent(failedAt)
  return recent.length > 1 || recent.some(([id]) => id === business)
}

/** The processors; those that failed at the end. */
const callLast = (processors: readonly Processor[], isFailed: (processor: Processor) => boolean): Processor[] => [
  ...processors.filter((one) => !isFailed(one)),
  ...processors.filter(isFailed),
]
