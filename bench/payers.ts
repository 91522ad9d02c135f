// Payers who pay as fast as the product answers, for benchmarks of throughput.
import { type ApiConnection, callEndpoint } from '../contract/call.ts'
import { payByCard, startPayment } from '../contract/checkout.ts'

/** Payers at once, for all processes together. */
const payers = 16
const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2035 }

export function connectionTo(url: string): ApiConnection {
  return { baseUrl: (server) => `${url}/test/${server}`, token: () => undefined }
}

export async function payOnce(connection: ApiConnection, slug: string): Promise<void> {
  // A payer of its own: payments of one payer are counted one after the other.
  const input = { slug, checkoutId: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com` }
  const { accessCode } = await callEndpoint(connection, startPayment, input)
  const { status } = await callEndpoint(connection, payByCard, { accessCode, ...card })
  if (status !== 'success') throw new Error(`A payment is ${status}`)
}

/** Calls `once` again and again from all payers. Resolves with the number of calls. */
export async function runFor(once: () => Promise<void>, ms: number): Promise<number> {
  const begin = performance.now()
  let count = 0
  const pay = async () => {
    while (performance.now() - begin < ms) {
      await once()
      count++
    }
  }
  await Promise.all(Array.from({ length: payers }, pay))
  return count
}
