// Payers that arrive at a fixed rate and repeat what got no answer, as browsers and merchants' servers do.
import { setTimeout as pause } from 'node:timers/promises'
import { type ApiConnection, CallError, callEndpoint } from '@adire/contract/call.ts'
import { getCheckoutState, payByCard, startPayment } from '@adire/contract/checkout.ts'

export interface PaidPayment {
  accessCode: string
  /** When the payer arrived and when the success was acknowledged, in ms of `performance.now()`. */
  arrivedAtMs: number
  paidAtMs: number
}

export interface Load {
  started: number
  paid: PaidPayment[]
  /** Failed calls by status and code; `without retry-after` marks a 5xx that does not say when to try again. */
  failures: Map<string, number>
  /** What must not happen. */
  faults: string[]
}

const card = { number: '4084084084084081', expiryMonth: 12, expiryYear: new Date().getUTCFullYear() + 2, cvv: '408' }
const repeatMs = 500
/** An interrupted charge is queried by a job, every minute. */
const giveUpMs = 5 * 60_000

/** Starts `perSecond` payments each second for `seconds`, of the businesses in turn, and resolves when all have ended. */
export async function runPayers(
  url: string,
  slugs: readonly string[],
  { perSecond, seconds, load }: { perSecond: number; seconds: number; load: Load },
): Promise<void> {
  const connection = createConnection(url, load)
  const begin = performance.now()
  const payers: Promise<void>[] = []
  for (let number = 0; number < perSecond * seconds; number++) {
    const atMs = begin + (number * 1000) / perSecond
    const waitMs = atMs - performance.now()
    if (waitMs > 0) await pause(waitMs)
    load.started++
    payers.push(
      pay(connection, slugs[number % slugs.length]!, load).catch((error: Error) => {
        load.faults.push(`A payment: ${error.message} ${error instanceof CallError ? error.code : error.stack}`)
      }),
    )
  }
  await Promise.all(payers)
}

async function pay(connection: ApiConnection, slug: string, load: Load): Promise<void> {
  const arrivedAtMs = performance.now()
  const checkoutId = crypto.randomUUID()
  const begun = { slug, checkoutId, email: `load-${checkoutId}@example.com` }
  const { accessCode } = await untilAnswered(arrivedAtMs, () =>
    callEndpoint(connection, startPayment, begun, { idempotencyKey: checkoutId }),
  )
  let { status } = await untilAnswered(arrivedAtMs, () => charge(connection, accessCode))
  while (status === 'processing') {
    if (performance.now() - arrivedAtMs > giveUpMs) throw new Error('still in processing')
    await pause(repeatMs)
    status = (await untilAnswered(arrivedAtMs, () => callEndpoint(connection, getCheckoutState, { accessCode }))).status
  }
  if (status !== 'success') throw new Error(`ended as ${status}`)
  load.paid.push({ accessCode, arrivedAtMs, paidAtMs: performance.now() })
}

/** Charges the card, or reads the state if an earlier request, whose answer was lost, has begun to. */
async function charge(connection: ApiConnection, accessCode: string) {
  try {
    return await callEndpoint(connection, payByCard, { accessCode, ...card })
  } catch (error) {
    if (!(error instanceof CallError && error.status === 409)) throw error
    return callEndpoint(connection, getCheckoutState, { accessCode })
  }
}

/** Repeats a call that got no answer or a 503. */
async function untilAnswered<T>(sinceMs: number, call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const isPassing = error instanceof CallError && (error.status === 0 || error.status >= 500)
      if (!isPassing || performance.now() - sinceMs > giveUpMs) throw error
      await pause(repeatMs)
    }
  }
}

/** Counts what failed, as the client sees it. */
function createConnection(url: string, { failures }: Load): ApiConnection {
  const count = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1)
  return {
    baseUrl: (server) => `${url}/test/${server}`,
    token: () => undefined,
    merchantId: () => undefined,
    async fetch(address, options) {
      const response = await fetch(address, options).catch((error: Error) => {
        const cause = error.cause as { code?: string } | undefined
        count(`no answer (${cause?.code ?? error.name})`)
        throw error
      })
      const suffix = response.headers.has('retry-after') ? '' : ' without retry-after'
      if (response.status >= 500) count(`${response.status}${suffix}`)
      return response
    },
  }
}
