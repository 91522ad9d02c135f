// The product with a live processor, killed again and again while saved cards are charged, payments refunded and settlements paid out, with
// faults of the processor at each call. At the end the processor has exactly one charge, refund or transfer for each of ours, and the
// reconciliation finds no difference.
import { setTimeout as pause } from 'node:timers/promises'
import { CallError, callEndpoint } from '@adire/contract/call.ts'
import { chargeSavedCard } from '@adire/contract/saved-cards.ts'
import { readConfig } from '../api/config.ts'
import { reconcile } from '../api/features/reconciliation/reconcile.ts'
import { checkLedger } from '../api/features/settlements/check-ledger.ts'
import { jobUnitOfWork } from '../api/jobs/worker.ts'
import { addDays, lagosDay } from '../api/lagos.ts'
import type { Runtime } from '../api/runtime.ts'
import type { CrashServer } from '../api/testing/crash-server.ts'
import { openPaystackSimulator, type PaystackSimulator } from '../testing/paystack/simulator.ts'
import { withFresh } from './fresh.ts'
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
import { addLiveBusiness, connectLive, type LiveBusiness, settleNow } from './live-crash-business.ts'
import { startProduct } from './product.ts'
import { printLine } from './seeded.ts'

const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1] ?? 50) || 50
const businessCount = 4
const longestRoundMs = 4_000
const quietMs = 15 * 60_000
/** What the provider has deposited at the processor, so that it can pay the fees of transfers. No record shows it. */
const depositKobo = 10_000_000
const secretKey = 'sk_live_paystack_simulator'

/** Starts the product, to which the processor then posts its events. */
type Start = () => Promise<CrashServer>

const charges = new Map<string, string>()
const refunds = new Map<string, string>()
const refundable: Refundable[] = []
const any = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!

function prepareCharge(business: LiveBusiness): Pending {
  const key = crypto.randomUUID()
  const input = { id: business.savedCardId, amountKobo: 200_000, reference: `order-${key}` }
  return {
    key,
    sent: 0,
    send: async (server) => {
      const { payment } = await callEndpoint(connectLive(server, business), chargeSavedCard, input)
      if (payment?.status === 'success')
        refundable.push({ connect: (other) => connectLive(other, business), id: payment.id })
      return payment!.id
    },
    done: (id) => charges.set(key, id),
  }
}

const faults = [
  'cut-before',
  'cut-after',
  'rate-limited',
  'bad-gateway',
  'duplicate-reference',
  'malformed-response',
] as const
const operations = [
  ...['transaction_chargeAuthorization', 'refund_create', 'transfer_initiate', 'transaction_verify', 'refund_list'],
  ...['transfer_verify', 'transferrecipient_create'],
]

/** Faults of the next calls, one in a dozen of 20 seconds of silence. */
function addFaults({ control }: PaystackSimulator): void {
  for (let number = 0; number < 3; number++) {
    const operation = any(operations)
    if (Math.random() < 1 / 12) control.addFault({ operation, kind: 'silence', silenceMs: 20_000 })
    else control.addFault({ operation, kind: any(faults), isProcessed: Math.random() < 0.5 })
  }
}

async function killSoon(server: CrashServer): Promise<void> {
  const enough = charges.size + refunds.size + 1 + Math.floor(Math.random() * 12)
  const deadline = Date.now() + longestRoundMs
  while (charges.size + refunds.size < enough && Date.now() < deadline) await pause(5)
  await pause(Math.random() * 50)
  await server.kill()
}

async function runRound(runtime: Runtime, start: Start, businesses: readonly LiveBusiness[]) {
  const server = await start()
  const left = [...pending]
  const again = async () => {
    const request = left.shift()
    if (request) await sendRequest(server, request)
    else await pause(20)
    if (server.hasEnded()) throw new CallError(0, 'no_response', '')
  }
  const charge = () => sendRequest(server, prepareCharge(any(businesses)))
  const refund = async () => {
    const request = prepareRefund(refundable, (key, id) => refunds.set(key, id))
    if (request) await sendRequest(server, request)
    else await pause(20)
    if (server.hasEnded()) throw new CallError(0, 'no_response', '')
  }
  for (const business of businesses) await settleNow(runtime, business)
  await Promise.all([killSoon(server), ...[again, charge, charge, refund].map(untilGone)])
}

// A refund is pending while the business has not enough money for it; nothing of it was sent.
const openText = `select (select count(*) from refunds where status = 'processing')
  + (select count(*) from payments where status = 'processing' or (status = 'pending' and processor_reference is not null))
  + (select count(*) from payouts where status = 'requested') as open`

async function finishWork(runtime: Runtime, start: Start): Promise<void> {
  const server = await start()
  const deadline = Date.now() + quietMs
  const countOpen = async () => {
    const { rows } = await runtime.database.read((tx) => tx.$client.query<{ open: number }>(openText))
    return rows[0]!.open
  }
  try {
    while (pending.size > 0 || (await countOpen()) > 0) {
      if (Date.now() > deadline)
        throw new Error(`${pending.size} requests and ${await countOpen()} others are still open`)
      for (const request of pending) await sendRequest(server, request)
      await pause(1_000)
    }
  } finally {
    await server.stop()
  }
}

/** Objects of ours and of the processor, both counted by their references; each of the first counts must be 0. */
const checksText = `select
  (select count(*) from (select reference from processor_records where kind = 'charge' and status in ('success', 'reversed')
     group by 1 having count(*) > 1) x) as "payments charged twice",
  (select count(*) from (select reference from processor_records where kind = 'refund' and status <> 'failed'
     group by 1 having count(*) > 1) x) as "refunds made twice",
  (select count(*) from (select settlement_id from payouts where status = 'paid' group by 1 having count(*) > 1) x)
    as "settlements paid twice"`
const countsText = `select (select count(*) from payments where paid_at is not null) as payments,
  (select count(*) from refunds where status = 'processed') as refunds, (select count(*) from payouts where status = 'paid') as payouts,
  (select count(*) from processor_records where kind = 'charge') as "charges at the processor",
  (select count(*) from processor_records where kind = 'refund') as "refunds at the processor",
  (select count(*) from processor_records where kind = 'payout' and status = 'success') as "transfers at the processor"`

/** Reconciles as two hours later, so that nothing is too new to count. */
async function findFaults(runtime: Runtime, env: Record<string, string>): Promise<string[]> {
  const { write } = jobUnitOfWork(runtime)
  const now = new Date(Date.now() + 2 * 3_600_000)
  const days = { fromDay: addDays(lagosDay(now), -2), toDay: lagosDay(now) }
  const found = await reconcile({ config: readConfig(env), write: (use) => write(use, 'LIVE'), now }, days)
  const { rows } = await runtime.database.read((tx) => tx.$client.query<Record<string, number>>(checksText))
  const counts = await runtime.database.read((tx) => tx.$client.query<Record<string, number>>(countsText))
  for (const [what, many] of Object.entries(counts.rows[0]!)) printLine(`${what}: ${many}`)
  const items = await runtime.database.read((tx) =>
    tx.$client.query(
      `select kind, discrepancy, reference, ours_kobo, theirs_kobo from reconciliation_items where status = 'open' and kind <> 'balance'`,
    ),
  )
  printLine(
    `The processor holds ${found.balanceKobo} kobo, ${found.expectedKobo} by the ledger and a deposit of ${depositKobo}`,
  )
  return [
    ...Object.entries(rows[0]!).flatMap(([what, many]) => (many > 0 ? [`${many} ${what}`] : [])),
    ...items.rows.map((item) => JSON.stringify(item)),
    ...(found.balanceKobo! - found.expectedKobo! === depositKobo ? [] : ['The balance differs']),
    ...(await checkLedger((use) => write(use))).faults,
  ]
}

await withFresh(async ({ runtime, url, dataDir }) => {
  const simulator = await openPaystackSimulator({
    port: 0,
    hasLimits: false,
    balanceKobo: depositKobo,
    settleAfterMs: 1_500,
  })
  const paystack = {
    PROCESSOR: 'paystack',
    PAYSTACK_URL: simulator.url,
    PAYSTACK_SECRET_KEY: secretKey,
    PAYSTACK_REQUESTS_PER_SECOND: '10000',
  }
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error', ...paystack }
  try {
    const start = async () => {
      const server = await startProduct(env)
      simulator.control.setEventsUrl({ url: `${server.url}/providers/paystack/events` })
      return server
    }
    const first = await start()
    const businesses: LiveBusiness[] = []
    while (businesses.length < businessCount)
      businesses.push(await addLiveBusiness(runtime, first, simulator, businesses.length))
    await first.kill()
    const startedAt = Date.now()
    for (let number = 1; number <= rounds; number++) {
      addFaults(simulator)
      await runRound(runtime, start, businesses)
      await endHeartbeats(runtime)
      if (number % 10 === 0)
        printLine(
          `• ${number} rounds in ${Math.round((Date.now() - startedAt) / 1000)} s: ${charges.size} charges, ${refunds.size} refunds`,
        )
    }
    simulator.control.clearFaults()
    printLine('• The last process runs until nothing is open')
    await finishWork(runtime, start)
    const { requests, cutOff, repeated } = tally
    printLine(`${rounds} rounds of kill -9, ${requests} requests, ${cutOff} cut off, ${repeated} sent again`)
    const found = await findFaults(runtime, env)
    if (found.length > 0) throw new Error(found.join('\n'))
    printLine('✓ Each charge, refund and payout happened once, and every kobo agrees')
  } finally {
    await simulator.close()
  }
})
