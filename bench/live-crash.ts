// The product with two live processors, killed again and again while saved cards are charged, card pages and account numbers opened and
// paid, payments refunded and disputed, and settlements paid out, with faults of the processors at each call. At the end the processors
// have exactly one charge, refund or transfer for each of ours, each dispute ended as it did at its processor, and the reconciliation
// finds no difference.
import { setTimeout as pause } from 'node:timers/promises'
import { CallError } from '@adire/contract/call.ts'
import type { Runtime } from '../api/runtime.ts'
import type { CrashServer } from '../api/testing/crash-server.ts'
import { withFresh } from './fresh.ts'
import {
  endHeartbeats,
  endPauses,
  type Pending,
  pending,
  prepareRefund,
  sendRequest,
  tally,
  untilGone,
} from './interrupted.ts'
import { addLiveBusiness, type LiveBusiness, settleNow } from './live-crash-business.ts'
import { countOpen, describeSessions, findFaults } from './live-crash-checks.ts'
import { checkOpenDisputes, decideDisputes, openDispute, prepareResponse, responses } from './live-crash-disputes.ts'
import {
  cardPages,
  charges,
  prepareCardPage,
  prepareCharge,
  prepareTransfer,
  refundable,
  takePaid,
  transfers,
} from './live-crash-payers.ts'
import {
  addFaults,
  any,
  clearFaults,
  type LiveProcessors,
  openProcessors,
  processorSettings,
  setEventsUrl,
} from './live-crash-processors.ts'
import { startProduct } from './product.ts'
import { printLine } from './seeded.ts'

const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1] ?? 50) || 50
const businessCount = 4
const longestRoundMs = 2_000
const quietMs = 15 * 60_000
/** Pause between two attempts of jobs that still fail while the last process runs. Each job has 14 of them. */
const attemptEveryMs = 15_000
/** After this time, a product that is not up is a finding: what it waits for is printed. */
const slowStartMs = 60_000

const refunds = new Map<string, string>()
/** Payments that their payers have paid by transfer or on a card page. */
const paidReferences = () => [...transfers.values(), ...cardPages.values()]

interface Scene {
  runtime: Runtime
  processors: LiveProcessors
  businesses: LiveBusiness[]
  /** Starts the product, to which the processors then post their events. */
  start(): Promise<CrashServer>
}

const countResponses = () => charges.size + cardPages.size + transfers.size + refunds.size + responses.size

async function killSoon(server: CrashServer): Promise<void> {
  const enough = countResponses() + 1 + Math.floor(Math.random() * 12)
  const deadline = Date.now() + longestRoundMs
  while (countResponses() < enough && Date.now() < deadline) await pause(5)
  await pause(Math.random() * 50)
  await server.kill()
}

async function runRound(scene: Scene): Promise<void> {
  const server = await scene.start()
  try {
    await sendUntilKilled(scene, server)
  } finally {
    if (!server.hasEnded()) await server.kill()
  }
}

async function sendUntilKilled({ runtime, processors, businesses }: Scene, server: CrashServer): Promise<void> {
  const left = [...pending]
  const repeat = (prepare: () => Pending | undefined | Promise<Pending | undefined>, pauseMs = 20) =>
    untilGone(async () => {
      const request = await prepare()
      if (request) await sendRequest(server, request)
      else await pause(pauseMs)
      if (server.hasEnded()) throw new CallError(0, 'no_response', '')
    })
  for (const business of businesses) await settleNow(runtime, business)
  await takePaid(runtime)
  await decideDisputes(processors)
  if (Math.random() < 1 / 2) await openDispute(runtime, processors)
  await Promise.all([
    killSoon(server),
    repeat(() => left.shift()),
    repeat(() => prepareCharge(any(businesses))),
    repeat(() => prepareCharge(any(businesses))),
    repeat(() => prepareCardPage(any(businesses))),
    repeat(() => prepareTransfer(runtime, processors, any(businesses))),
    repeat(() => prepareRefund(refundable, (key, id) => refunds.set(key, id))),
    repeat(() => prepareResponse(runtime, businesses), 100),
  ])
}

/** The last process runs until nothing is open. */
async function finishWork({ runtime, processors, businesses, start }: Scene): Promise<void> {
  printLine('• The last process runs until nothing is open')
  const server = await start()
  const deadline = Date.now() + quietMs
  let attemptAt = 0
  try {
    for (;;) {
      if (Date.now() >= attemptAt) {
        attemptAt = Date.now() + attemptEveryMs
        await endPauses(runtime)
      }
      const open = await countOpen(runtime, paidReferences())
      const disputed = await checkOpenDisputes(runtime)
      if (pending.size + open + disputed === 0) return
      if (Date.now() > deadline)
        throw new Error(`${pending.size} requests, ${disputed} disputes and ${open} others are still open`)
      for (const request of pending) await sendRequest(server, request)
      for (
        let next = await prepareResponse(runtime, businesses);
        next;
        next = await prepareResponse(runtime, businesses)
      )
        await sendRequest(server, next)
      await decideDisputes(processors)
      await pause(1_000)
    }
  } finally {
    await server.stop()
  }
}

function printProgress(number: number, startedAt: number): void {
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const done = `${charges.size} charges, ${cardPages.size} card pages, ${transfers.size} transfers, ${refunds.size} refunds, ${responses.size} responses to disputes`
  printLine(`• ${number} rounds in ${seconds} s: ${done}`)
}

await withFresh(async ({ runtime, url, dataDir }) => {
  const processors = await openProcessors()
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error' }
  const start = async () => {
    const slow = setTimeout(() => void describeSessions(runtime).then(printLine, printLine), slowStartMs)
    const server = await startProduct({ ...env, ...processorSettings(processors) }).finally(() => clearTimeout(slow))
    setEventsUrl(processors, server.url)
    return server
  }
  try {
    const first = await start()
    const businesses: LiveBusiness[] = []
    // The last one's card is saved at Monnify, because Paystack fails when its payer pays. Then Monnify is called first for a while.
    for (let number = 0; number < businessCount; number++) {
      const isAtMonnify = number === businessCount - 1
      businesses.push(await addLiveBusiness(runtime, first, processors, { number, isAtMonnify }))
    }
    // Stopped in order, so that it leaves its compile cache: a killed process writes none, and each round would compile everything again.
    await first.stop()
    const scene: Scene = { runtime, processors, businesses, start }
    const startedAt = Date.now()
    for (let number = 1; number <= rounds; number++) {
      addFaults(processors)
      await runRound(scene)
      await endHeartbeats(runtime)
      if (number % 10 === 0) printProgress(number, startedAt)
    }
    clearFaults(processors)
    await finishWork(scene)
    const { requests, cutOff, repeated } = tally
    printLine(`${rounds} rounds of kill -9, ${requests} requests, ${cutOff} cut off, ${repeated} sent again`)
    const found = await findFaults(runtime, processors, { env, paid: paidReferences() })
    if (found.length > 0) throw new Error(found.join('\n'))
    printLine('✓ Each charge, refund and payout happened once, each dispute ended once, and every kobo agrees')
  } finally {
    await processors.paystack.close()
    await processors.monnify.close()
  }
})
