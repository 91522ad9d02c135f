import { monnifySettings } from '../api/testing/conformance/monnify-bench.ts'
import { type MonnifySimulator, openMonnifySimulator } from '../testing/monnify/simulator.ts'
import { openPaystackSimulator, type PaystackSimulator } from '../testing/paystack/simulator.ts'
import type { FaultInput } from '../testing/processor/faults.ts'

/** The simulators of both processors, in the order in which the product calls them. */
export interface LiveProcessors {
  paystack: PaystackSimulator
  monnify: MonnifySimulator
}

/**
 * What the provider has deposited, in kobo. No record shows it. Payouts leave from the balance at Paystack, which includes nothing of what
 * Monnify collects; refunds at Monnify leave from its wallet, which the payments of today have not reached.
 */
const depositsKobo = { paystack: 5_000_000_000, monnify: 1_000_000_000 }
export const depositedKobo = depositsKobo.paystack + depositsKobo.monnify
const secretKey = 'sk_live_paystack_simulator'
const settleAfterMs = 1_500

export async function openProcessors(): Promise<LiveProcessors> {
  const paystack = await openPaystackSimulator({
    port: 0,
    hasLimits: false,
    balanceKobo: depositsKobo.paystack,
    settleAfterMs,
  })
  return {
    paystack,
    monnify: await openMonnifySimulator({ port: 0, balanceKobo: depositsKobo.monnify, settleAfterMs }),
  }
}

/** Settings of the product with both simulators. */
export const processorSettings = ({ paystack, monnify }: LiveProcessors): Record<string, string> => ({
  PROCESSOR: 'paystack,monnify',
  PAYSTACK_URL: paystack.url,
  PAYSTACK_SECRET_KEY: secretKey,
  PAYSTACK_REQUESTS_PER_SECOND: '10000',
  ...monnifySettings(monnify.url),
  MONNIFY_REQUESTS_PER_SECOND: '10000',
})

const kinds = [
  'cut-before',
  'cut-after',
  'rate-limited',
  'bad-gateway',
  'duplicate-reference',
  'malformed-response',
  'rejected',
] as const
const operationsOfPaystack = [
  ...[
    'transaction_chargeAuthorization',
    'transaction_initialize',
    'transaction_verify',
    'charge_create',
    'charge_create',
  ],
  ...['refund_create', 'refund_list', 'transfer_initiate', 'transfer_verify', 'transferrecipient_create'],
  ...['dispute_fetch', 'dispute_evidence', 'dispute_uploadUrl', 'dispute_resolve'],
]
const operationsOfMonnify = [
  ...['login', 'initializeTransaction', 'payWithBankTransfer', 'chargeCardToken'],
  ...['getTransaction', 'getTransactionStatus', 'initiateRefund', 'getRefundStatus'],
]

/** One of a list that is not empty. */
export const any = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!

/** One in a dozen is 20 seconds of silence. */
function anyFault(operations: readonly string[]): FaultInput {
  const operation = any(operations)
  if (Math.random() < 1 / 12) return { operation, kind: 'silence', silenceMs: 20_000 }
  return { operation, kind: any(kinds), isProcessed: Math.random() < 0.5 }
}

/** Faults of the next calls. */
export function addFaults({ paystack, monnify }: LiveProcessors): void {
  for (let number = 0; number < 4; number++) paystack.control.addFault(anyFault(operationsOfPaystack))
  monnify.control.addFault(anyFault(operationsOfMonnify))
}

export function clearFaults({ paystack, monnify }: LiveProcessors): void {
  paystack.control.clearFaults()
  monnify.control.clearFaults()
}

/** Lets both post their events to the product at `url`. */
export function setEventsUrl({ paystack, monnify }: LiveProcessors, url: string): void {
  paystack.control.setEventsUrl({ url: `${url}/providers/paystack/events` })
  monnify.control.setEventsUrl({ url: `${url}/providers/monnify/events` })
}

/** What Paystack's API returns, page by page. */
async function readPaystack<T>({ paystack }: LiveProcessors, path: string): Promise<T> {
  const response = await fetch(`${paystack.url}${path}`, { headers: { authorization: `Bearer ${secretKey}` } })
  return ((await response.json()) as { data: T }).data
}

/**
 * Reference of the charge at Paystack that has paid a payment: of a saved card, or of one of the card pages that were opened. From the list of
 * transactions, because queries of one have faults.
 */
export async function findCharge(processors: LiveProcessors, reference: string): Promise<string> {
  for (let page = 1; ; page++) {
    type Listed = { reference: string; status: string }
    const listed = await readPaystack<Listed[]>(processors, `/transaction?per_page=100&page=${page}`)
    const isOfPayment = (one: Listed) => one.reference === reference || one.reference.startsWith(`${reference}.`)
    const found = listed.find((one) => one.status === 'success' && isOfPayment(one))
    if (found) return found.reference
    if (listed.length < 100) throw new Error(`Paystack has no paid charge of ${reference}`)
  }
}

/** Dispute as Paystack lists it. */
export interface ListedDispute {
  id: number
  status: string
  resolution: string | null
  refund_amount: number
}

export async function listDisputes(processors: LiveProcessors): Promise<ListedDispute[]> {
  const disputes: ListedDispute[] = []
  for (let page = 1; ; page++) {
    const found = await readPaystack<ListedDispute[]>(processors, `/dispute?perPage=100&page=${page}`)
    disputes.push(...found)
    if (found.length < 100) return disputes
  }
}
