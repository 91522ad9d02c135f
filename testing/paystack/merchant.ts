import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { atEnd } from '../../api/testing/at-end.ts'
import { openReceiver } from '../../api/testing/receiver.ts'
import { openPaystackSimulator, type SimulatorOptions } from './simulator.ts'

/** A simulator, a merchant that receives its events, and calls with the live key. */
export async function openMerchant(t: TestContext, options: Partial<SimulatorOptions> = {}) {
  const receiver = await openReceiver(t)
  const simulator = await openPaystackSimulator({ port: 0, eventsUrl: receiver.url, retryDelaysMs: [], ...options })
  atEnd(t, () => simulator.close())
  const send = (method: string, path: string, body?: unknown, key = simulator.secretKeys.live) =>
    fetch(simulator.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const call = async (method: string, path: string, body?: unknown, key?: string) => {
    const response = await send(method, path, body, key)
    const { message, data } = (await response.json()) as { message: string; data: Record<string, unknown> }
    return { status: response.status, message, data }
  }
  const readEvents = async () => {
    await simulator.control.waitForEvents()
    return receiver.received.map(({ body }) => JSON.parse(body) as { event: string; data: Record<string, unknown> })
  }
  return { ...simulator, receiver, send, call, readEvents }
}
export type Merchant = Awaited<ReturnType<typeof openMerchant>>

/** Payment of a customer: ₦5,000. */
export const sale = { email: 'ada@shop.ng', amount: 500_000, reference: 'sale-1' }
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** Account number that the customer pays the sale to. */
export async function sellByTransfer({ call }: Merchant, reference = sale.reference) {
  const bank_transfer = { account_expires_at: inMinutes(30) }
  const { data } = await call('POST', '/charge', { ...sale, reference, bank_transfer })
  assert.equal(data.status, 'pending_bank_transfer')
  return String(data.account_number)
}
/** Transfer of the exact amount. */
export const payer = { amountKobo: sale.amount, senderName: 'ADA OBI', senderBank: 'Kuda Bank' }
