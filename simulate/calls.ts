import type { Person } from '../api/testing/people.ts'
import { CallError, type CallOptions, type Connection, call } from '../contract/call.ts'
import type { Endpoint, Input, Output } from '../contract/endpoint.ts'
import { Fail } from './fail.ts'
import type { Fault } from './gate.ts'
import { Crash, taskHeader, type World } from './world.ts'

/** What the caller was told in the end: an answer, or a refusal. */
export type Told<T> = { answer: T; refusal?: undefined } | { answer?: undefined; refusal: CallError }

/** A caller that does not give up: without a definite answer it asks again, under the same idempotency key. */
export interface Caller {
  call<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options?: CallOptions & { fault?: Fault | undefined },
  ): Promise<Told<Output<E>>>
  /** The same where a refusal would be a fault of the product. */
  sure<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options?: CallOptions & { fault?: Fault | undefined },
  ): Promise<Output<E>>
  /** Asked once, as one of several that run side by side; undefined where no definite answer came. */
  once<E extends Endpoint>(
    taskId: string,
    endpoint: E,
    input: Input<E>,
    options?: CallOptions,
  ): Promise<Told<Output<E>> | undefined>
}

/** A request that was cut off may be asked again after so long. */
const cutOffMs = 61_000
const mostRepeats = 12

export function callerOf(world: World, who?: Person): Caller {
  const connection = (taskId: string, token: string | undefined): Connection => ({
    baseUrl: (server) => `${world.url}/test/${server}`,
    token: (endpoint) => (endpoint.access === 'public' ? undefined : token),
    merchantId: () => who?.merchantId,
    fetch: (input, init) =>
      fetch(input as string, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), [taskHeader]: taskId, connection: 'close' },
      }),
  })
  const once: Caller['once'] = async (taskId, endpoint, input, options) => {
    try {
      return { answer: await call(connection(taskId, who?.token), endpoint, input, options) }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // Whatever goes wrong around it, the product says that it is busy or unavailable. This is a fault of its own.
      if (error.status === 500)
        throw new Fail(
          'answered',
          `${endpoint.method} ${endpoint.path} fails: ${error.code}, request ${error.requestId}`,
        )
      return isDefinite(error) ? { refusal: error } : undefined
    }
  }
  const caller: Caller = {
    once,
    async call(endpoint, input, { fault, ...options } = {}) {
      const idempotencyKey = options.idempotencyKey ?? (endpoint.creates ? crypto.randomUUID() : undefined)
      const given = { ...options, ...(idempotencyKey && { idempotencyKey }) }
      let next = fault
      for (let repeat = 0; repeat < mostRepeats; repeat++) {
        const hit = next
        next = undefined
        try {
          const told = await world.within(hit, ({ id }) => once(id, endpoint, input, given))
          if (told) return told
        } catch (error) {
          if (!(error instanceof Crash)) throw error
        }
        if (repeat > 0) world.forward(cutOffMs)
      }
      throw new Error(`${endpoint.method} ${endpoint.path} gets no definite answer`)
    },
    async sure(endpoint, input, options) {
      const { answer, refusal } = await caller.call(endpoint, input, options)
      if (refusal)
        throw new Error(
          `${endpoint.method} ${endpoint.path} was refused: ${refusal.status} ${refusal.code} ${refusal.message} ${JSON.stringify(refusal.fields)}`,
        )
      return answer as never
    },
  }
  return caller
}

/** What says nothing about whether it was done: a broken connection, a fault, a process that is busy with the same. */
const isDefinite = ({ status, code }: CallError) => status > 0 && status < 500 && code !== 'idempotency_in_progress'
