import { processorCalled } from '../metrics/measurements.ts'
import { rejectionStatus } from './call-http.ts'
import type { ConnectorWith } from './connector.ts'

type Callable = (...args: unknown[]) => unknown

/** The connector with every call to the processor measured, if anybody reads the measurements. */
export function measureCalls(connector: ConnectorWith<never>, processor: string): ConnectorWith<never> {
  if (!processorCalled.isRead()) return connector
  const parts = Object.entries(connector).map(([capability, part]) => [
    capability,
    measurePart(part, processor, capability),
  ])
  return Object.fromEntries(parts)
}

function measurePart(part: object, processor: string, capability: string): object {
  const calls = Object.entries(part).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'function' ? measured(value as Callable, { processor, call: `${capability}.${name}` }) : value,
  ])
  return Object.fromEntries(calls)
}

/** A function that calls the processor returns a Promise; the others are not measured. */
function measured(send: Callable, labels: { processor: string; call: string }): Callable {
  return (...args) => {
    const startedAt = performance.now()
    const result = send(...args)
    if (!(result instanceof Promise)) return result
    const record = (outcome: string) =>
      processorCalled.record({ ...labels, outcome, seconds: (performance.now() - startedAt) / 1000 })
    result.then(
      (value) => record(kindOf(value)),
      (error) => record(rejectionStatus(error) ? 'rejected' : 'no_answer'),
    )
    return result
  }
}

/** The kind of an outcome, which is one of a few words; `answered` for other results. */
function kindOf(result: unknown): string {
  const kind = typeof result === 'object' && result !== null && 'kind' in result ? result.kind : undefined
  return typeof kind === 'string' ? kind : 'answered'
}
