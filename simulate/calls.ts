import type { TestUser } from '../api/testing/users.ts'
import { type ApiConnection, CallError, type CallOptions, callEndpoint } from '../contract/call.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '../contract/endpoint.ts'
import { Crash, type Environment, taskHeader } from './environment.ts'
import { Fail } from './fail.ts'
import type { InjectedFault } from './gate.ts'

/** What the caller was told in the end: an answer, or a refusal. */
export type CallResult<T> = { response: T; error?: undefined } | { response?: undefined; error: CallError }

/** A caller that does not give up: without a definite answer it asks again, under the same idempotency key. */
export interface SimulatedCaller {
  call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    options?: CallOptions & { fault?: InjectedFault | undefined },
  ): Promise<CallResult<EndpointOutput<E>>>
  /** The same where a refusal would be a fault of the product. */
  sure<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    options?: CallOptions & { fault?: InjectedFault | undefined },
  ): Promise<EndpointOutput<E>>
  /** Asked once, as one of several that run side by side; undefined where no definite answer came. */
  once<E extends Endpoint>(
    taskId: string,
    endpoint: E,
    input: EndpointInput<E>,
    options?: CallOptions,
  ): Promise<CallResult<EndpointOutput<E>> | undefined>
}

/** A request that was cut off may be asked again after so long. */
const cutOffMs = 61_000
const mostRepeats = 12

export function createCaller(environment: Environment, who?: TestUser): SimulatedCaller {
  const connection = (taskId: string, token: string | undefined): ApiConnection => ({
    baseUrl: (server) => `${environment.url}/test/${server}`,
    token: (endpoint) => (endpoint.access === 'public' ? undefined : token),
    merchantId: () => who?.merchantId,
    fetch: (input, init) =>
      fetch(input as string, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), [taskHeader]: taskId, connection: 'close' },
      }),
  })
  const once: SimulatedCaller['once'] = async (taskId, endpoint, input, options) => {
    try {
      return { response: await callEndpoint(connection(taskId, who?.token), endpoint, input, options) }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // Whatever goes wrong around it, the product says that it is busy or unavailable. This is a fault of its own.
      if (error.status === 500)
        throw new Fail(
          'answered',
          `${endpoint.method} ${endpoint.path} fails: ${error.code}, request ${error.requestId}`,
        )
      return isDefinite(error) ? { error } : undefined
    }
  }
  const caller: SimulatedCaller = {
    once,
    async call(endpoint, input, { fault, ...options } = {}) {
      const idempotencyKey = options.idempotencyKey ?? (endpoint.creates ? crypto.randomUUID() : undefined)
      const given = { ...options, ...(idempotencyKey && { idempotencyKey }) }
      let next = fault
      for (let repeat = 0; repeat < mostRepeats; repeat++) {
        const hit = next
        next = undefined
        try {
          const result = await environment.within(hit, ({ id }) => once(id, endpoint, input, given))
          if (result) return result
        } catch (error) {
          if (!(error instanceof Crash)) throw error
        }
        if (repeat > 0) environment.forward(cutOffMs)
      }
      throw new Error(`${endpoint.method} ${endpoint.path} gets no definite answer`)
    },
    async sure(endpoint, input, options) {
      const { response, error } = await caller.call(endpoint, input, options)
      if (error)
        throw new Error(
          `${endpoint.method} ${endpoint.path} was refused: ${error.status} ${error.code} ${error.message} ${JSON.stringify(error.fields)}`,
        )
      return response as never
    },
  }
  return caller
}

/** What says nothing about whether it was done: a broken connection, a fault, a process that is busy with the same. */
const isDefinite = ({ status, code }: CallError) => status > 0 && status < 500 && code !== 'idempotency_in_progress'
