import type { TestUser } from '../api/testing/users.ts'
import { type ApiConnection, CallError, type CallOptions, callEndpoint } from '../contract/call.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '../contract/endpoint.ts'
import { Crash, type Environment, taskHeader } from './environment.ts'
import { Fail } from './fail.ts'
import type { InjectedFault } from './gate.ts'

/** Definite result of a call: a response or an error. */
export type CallResult<T> = { response: T; error?: undefined } | { response?: undefined; error: CallError }

/** Client that retries with the same idempotency key until it gets a definite result. */
export interface SimulatedCaller {
  call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    options?: CallOptions & { fault?: InjectedFault | undefined },
  ): Promise<CallResult<EndpointOutput<E>>>
  /**
   * The same, for a call that must succeed.
   * @throws {Error} for any error response
   */
  mustCall<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    options?: CallOptions & { fault?: InjectedFault | undefined },
  ): Promise<EndpointOutput<E>>
  /** One attempt, for concurrent calls; undefined if there was no definite result. */
  once<E extends Endpoint>(
    taskId: string,
    endpoint: E,
    input: EndpointInput<E>,
    options?: CallOptions,
  ): Promise<CallResult<EndpointOutput<E>> | undefined>
}

/** Time after which an interrupted request can be retried. */
const cutOffMs = 61_000
const maxRepeats = 12

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
      // Under any injected fault the product must respond that it is busy or unavailable; a 500 is a bug.
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
      for (let repeat = 0; repeat < maxRepeats; repeat++) {
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
    async mustCall(endpoint, input, options) {
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

/** False if the operation may or may not have happened: a lost connection, a server error, or the same request still in progress. */
const isDefinite = ({ status, code }: CallError) => status > 0 && status < 500 && code !== 'idempotency_in_progress'
