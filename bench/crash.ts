// The product, killed again and again while refunds, debits, renewals and payouts are in progress. Each request is repeated with its
// idempotency key after the restart. At the end no acknowledged write is missing, and nothing happened twice.

import { setTimeout as pause } from 'node:timers/promises'
import { type ApiConnection, CallError, callEndpoint } from '@adire/contract/call.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { debitNow } from '@adire/contract/direct-debit.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { getTestClock, moveTestClock } from '@adire/contract/test-clock.ts'
import type { Runtime } from '../api/runtime.ts'
import type { CrashServer } from '../api/testing/crash-server.ts'
import { dayMs } from '../contract/durations.ts'
import { addBusiness, type CrashBusiness } from './crash-businesses.ts'
import { type AcknowledgedWrites, findFaults, openCount, readCounts } from './crash-checks.ts'
import { type FreshDatabase, withFresh } from './fresh.ts'
import {
  endHeartbeats,
  type Pending,
  pending,
  prepareRefund,
  type Refundable,
  sendRequest,
  tally,
  untilGone,
} from './interrupted.ts'
import { startProduct } from './product.ts'
import { printLine } from './seeded.ts'

const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1] ?? 50) || 50
const businessCount = Math.min(8, Math.max(4, Math.ceil(rounds / 4)))
const checkEach = 25
const longestRoundMs = 5000
/** Time to finish interrupted work; it is resumed within minutes. */
const quietMs = 10 * 60_000

const acknowledged: AcknowledgedWrites = {
  payments: new Set(),
  refunds: new Map(),
  debits: new Map(),
  moves: new Set(),
}
const refundable: Refundable[] = []

const createConnection = ({ url }: CrashServer, business?: CrashBusiness): ApiConnection => ({
  baseUrl: (name) => `${url}/test/${name}`,
  token: () => business?.token,
  merchantId: () => business!.merchantId,
})

const card = { number: '4084084084084081', expiryMonth: 12, expiryYear: new Date().getUTCFullYear() + 2, cvv: '408' }
const any = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!

/** Makes a payment and adds it to those that can be refunded. It expires if the business moves its clock by a day in the meantime. */
async function takePaymentInTime(server: CrashServer, business: CrashBusiness): Promise<void> {
  try {
    await takePayment(server, business)
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'payment_expired')) throw error
  }
}

async function takePayment(server: CrashServer, business: CrashBusiness): Promise<void> {
  const payer = createConnection(server)
  const checkoutId = crypto.randomUUID()
  const begun = { slug: business.slug, checkoutId, email: `payer-${checkoutId}@example.com` }
  const { accessCode, reference } = await callEndpoint(payer, startPayment, begun)
  const { status } = await callEndpoint(payer, payByCard, { accessCode, ...card })
  if (status !== 'success') throw new Error(`A payment is ${status}`)
  acknowledged.payments.add(accessCode)
  const { content } = await callEndpoint(createConnection(server, business), listPayments, { search: reference })
  refundable.push({ connect: (other) => createConnection(other, business), id: content[0]!.id })
}

function prepareDebit(business: CrashBusiness): Pending {
  const key = crypto.randomUUID()
  const input = { id: business.mandateId, amountKobo: 20_000 }
  return {
    key,
    sent: 0,
    send: async (server) =>
      (await callEndpoint(createConnection(server, business), debitNow, input, { idempotencyKey: key })).id,
    done: (id) => acknowledged.debits.set(key, id),
  }
}

/** Moves the clock of a business: subscriptions renew, its proceeds are settled and paid out, and debits are made a day or two later. */
async function moveClock(server: CrashServer, business: CrashBusiness, days = 1): Promise<Pending | undefined> {
  const connection = createConnection(server, business)
  const { now, isMoving } = await callEndpoint(connection, getTestClock, {})
  if (isMoving) return undefined
  const key = crypto.randomUUID()
  const to = new Date(Date.parse(now) + days * dayMs).toISOString()
  return {
    key,
    sent: 0,
    send: async (server) =>
      (await callEndpoint(createConnection(server, business), moveTestClock, { to }, { idempotencyKey: key })).id,
    done: (id) => acknowledged.moves.add(id),
  }
}

const acknowledgedCount = () => Object.values(acknowledged).reduce((sum, { size }) => sum + size, 0)

/** Kills the server after this number of responses or after a few seconds, so it is still busy, also on a slow machine. */
async function killAfter(server: CrashServer, responses: number): Promise<void> {
  const enough = acknowledgedCount() + responses
  const deadline = Date.now() + longestRoundMs
  while (acknowledgedCount() < enough && Date.now() < deadline) await pause(5)
  await pause(Math.random() * 50)
  await server.kill()
}

/** One round: starts the product, repeats interrupted requests, sends new ones, and kills the product. */
async function runRound(env: Record<string, string>, businesses: readonly CrashBusiness[]): Promise<void> {
  const server = await startProduct(env)
  const kill = killAfter(server, 2 + Math.floor(Math.random() * 30))
  const left = [...pending]
  const again = async () => {
    const request = left.shift()
    if (request) await sendRequest(server, request)
    else await pause(20)
    if (server.hasEnded()) throw new CallError(0, 'no_response', '')
  }
  const refunding = async () => {
    const request = prepareRefund(refundable, (key, id) => acknowledged.refunds.set(key, id))
    if (request) await sendRequest(server, request)
    else await takePaymentInTime(server, any(businesses))
  }
  const paying = () => takePaymentInTime(server, any(businesses))
  const debiting = () => sendRequest(server, prepareDebit(any(businesses)))
  const moving = async () => {
    const request = await moveClock(server, any(businesses))
    if (request) await sendRequest(server, request)
    await pause(100)
  }
  await Promise.all([
    ...Array.from({ length: 2 }, () => untilGone(again)),
    ...[paying, refunding, debiting].map(untilGone),
    untilGone(moving),
    kill,
  ])
}

/** Days after which every debit that was requested is made: its payer is notified a day before. */
const debitDays = 3

/** Runs the product until every request has a response, every debit is made and nothing is in progress. */
async function finishWork(
  env: Record<string, string>,
  { runtime }: FreshDatabase,
  businesses: readonly CrashBusiness[],
): Promise<void> {
  const server = await startProduct(env)
  try {
    await untilQuiet(server, runtime)
    for (const business of businesses) await sendRequest(server, (await moveClock(server, business, debitDays))!)
    await untilQuiet(server, runtime)
  } finally {
    await server.stop()
  }
}

async function untilQuiet(server: CrashServer, runtime: Runtime): Promise<void> {
  const deadline = Date.now() + quietMs
  while (pending.size > 0 || (await openCount(runtime)) > 0) {
    if (Date.now() > deadline)
      throw new Error(
        `After ${quietMs / 60_000} minutes ${pending.size} keys and ${await openCount(runtime)} others are open`,
      )
    for (const request of pending) await sendRequest(server, request)
    await pause(1000)
  }
}

await withFresh(async (fresh) => {
  const { runtime, url, dataDir } = fresh
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error' }
  const businesses: CrashBusiness[] = []
  while (businesses.length < businessCount) businesses.push(await addBusiness(runtime))
  const startedAt = Date.now()
  for (let number = 1; number <= rounds; number++) {
    await runRound(env, businesses)
    await endHeartbeats(runtime)
    if (number % checkEach !== 0) continue
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    const { payments, refunds, debits, moves } = acknowledged
    printLine(
      `• ${number} rounds in ${seconds} s: ${payments.size} payments, ${refunds.size} refunds, ${debits.size} debits and ${moves.size} days acknowledged, ${pending.size} open`,
    )
  }
  printLine('• The last process runs until nothing is open')
  await finishWork(env, fresh, businesses)
  const faults = await findFaults(runtime, acknowledged)
  const storedCounts = await readCounts(runtime)
  printLine(
    `${rounds} rounds of kill -9, ${tally.requests} requests with a key, ${tally.cutOff} cut off, ${tally.repeated} sent again, ${tally.running} answered 409 meanwhile`,
  )
  printLine(
    `Acknowledged: ${acknowledged.payments.size} payments, ${acknowledged.refunds.size} refunds, ${acknowledged.debits.size} debits, ${acknowledged.moves.size} days of a business`,
  )
  for (const [what, many] of Object.entries(storedCounts)) printLine(`${what}: ${many}`)
  if (acknowledged.refunds.size !== storedCounts.refunds)
    faults.push(`${storedCounts.refunds} refunds for ${acknowledged.refunds.size} keys`)
  if (acknowledged.debits.size !== storedCounts.debits)
    faults.push(`${storedCounts.debits} debits for ${acknowledged.debits.size} keys`)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  printLine('✓ Nothing acknowledged is missing, and nothing happened twice')
})
