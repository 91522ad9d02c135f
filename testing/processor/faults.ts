import * as z from 'zod/mini'

/** Fault of the next requests to an operation. */
export const Fault = z.strictObject({
  /** Id of an operation, such as `charge_create`; `*` for each. */
  operation: z.string(),
  /** Only requests with this text in their path or body, such as the email of a payer. */
  text: z._default(z.string(), ''),
  kind: z.enum([
    /** The connection ends before the request is processed. */
    'cut-before',
    /** The request is processed, and the connection ends without a response. */
    'cut-after',
    /** The request is processed at once, and the response comes after `silenceMs`. */
    'silence',
    /** The request is processed only after `silenceMs`, also if the client no longer waits. */
    'late-processing',
    /** The connection ends at once, and the request is processed after `silenceMs`. */
    'processed-after-cut',
    /** 429, from Paystack with `x-ratelimit-reset`. Nothing is processed. */
    'rate-limited',
    /** 502 with an HTML body. `isProcessed` says whether the request was processed all the same. */
    'bad-gateway',
    /** The request is processed, and the response says that its reference was already used. */
    'duplicate-reference',
    /** The request is processed, and the response is a rejection without a reason. */
    'rejected',
    /** The request is processed, and fields of the answer's data are other ones: `changes`. */
    'changed-response',
    /** The request is processed, and the response ends in the middle of its JSON. */
    'malformed-response',
  ]),
  /** Number of requests. */
  count: z._default(z.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
  silenceMs: z._default(z.number().check(z.int(), z.gte(0), z.lte(120_000)), 20_000),
  isProcessed: z._default(z.boolean(), false),
  /** For `changed-response`, such as `{ domain: 'test' }` or an amount as text. */
  changes: z._default(z.record(z.string(), z.unknown()), {}),
  /** Value of Paystack's header, which it documents as a time in seconds: it may be read as a duration or as an instant. */
  rateLimitReset: z._default(z.string(), '1'),
})
export type Fault = z.output<typeof Fault>
export type FaultInput = z.input<typeof Fault>

export function createFaults() {
  const pending: Fault[] = []
  let pauses = new AbortController()
  return {
    /** Aborted when the pauses of faults that have begun are to end. */
    pausesEnd: (): AbortSignal => pauses.signal,
    /** Ends the pauses of requests that wait now, before their `silenceMs` are over. */
    endPauses(): void {
      pauses.abort()
      pauses = new AbortController()
    },
    addFault: (input: FaultInput): void => void pending.push(Fault.parse(input)),
    clearFaults: (): void => void pending.splice(0),
    /** Fault of this request, and one request fewer of it. */
    takeFault(operationId: string, { path, body }: { path: string; body: unknown }): Fault | undefined {
      const sent = `${path} ${JSON.stringify(body)}`
      const found = pending.findIndex(
        ({ operation, text }) => (operation === operationId || operation === '*') && sent.includes(text),
      )
      const fault = pending[found]
      if (fault && --fault.count === 0) pending.splice(found, 1)
      return fault
    },
  }
}
export type Faults = ReturnType<typeof createFaults>
