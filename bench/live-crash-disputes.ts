// Disputes at Paystack while the product is killed: payers open them, businesses accept or contest them, and the bank decides.
import { CallError, callEndpoint } from '@adire/contract/call.ts'
import { acceptDispute, contestDispute } from '@adire/contract/disputes.ts'
import { checkDispute } from '../api/features/disputes/enqueue.ts'
import { enqueueJob } from '../api/jobs/queue.ts'
import { jobUnitOfWork } from '../api/jobs/worker.ts'
import type { Runtime } from '../api/runtime.ts'
import type { Pending } from './interrupted.ts'
import { connectLive, type LiveBusiness } from './live-crash-business.ts'
import { refundable } from './live-crash-payers.ts'
import { any, findCharge, type LiveProcessors, listDisputes } from './live-crash-processors.ts'

/** Responses that the product has acknowledged, by key. */
export const responses = new Map<string, string>()
/** Paystack's ids of all disputes, of those that were contested, and of those that the bank has decided. */
const opened = new Set<number>()
const contested = new Set<number>()
const decided = new Set<number>()
/** Our ids of the disputes to which a response is on its way. */
const answering = new Set<string>()
const message = 'The lace was handed over on 3 March and signed for.'

/** The payer of a refundable payment by card disputes it, instead of getting a refund. */
export async function openDispute({ database }: Runtime, processors: LiveProcessors): Promise<void> {
  const { rows } = await database.read((tx) =>
    tx.$client.query<{ id: string; reference: string }>(
      `select id, processor_reference as reference from payments
       where id = any($1) and channel = 'card' and processor = 'paystack' order by random() limit 1`,
      [refundable.slice(-50).map(({ id }) => id)],
    ),
  )
  const [found] = rows
  if (!found) return
  refundable.splice(
    refundable.findIndex(({ id }) => id === found.id),
    1,
  )
  const reference = await findCharge(processors, found.reference)
  opened.add((await processors.paystack.control.openDispute({ reference })).id)
}

/** The bank decides disputes that were contested, whether or not it has the response yet. */
export async function decideDisputes({ paystack }: LiveProcessors): Promise<void> {
  for (const id of contested) {
    if (decided.has(id)) continue
    decided.add(id)
    await paystack.control.closeDispute({ id, resolution: any(['declined', 'bank-accepted']) })
  }
}

interface OpenDispute {
  id: string
  merchantId: string
  processorReference: string
}

/** Response to a dispute that awaits one; undefined if there is none. */
export async function prepareResponse(
  { database }: Runtime,
  businesses: readonly LiveBusiness[],
): Promise<Pending | undefined> {
  const { rows } = await database.read((tx) =>
    tx.$client.query<OpenDispute>(
      `select id, merchant_id as "merchantId", processor_reference as "processorReference" from disputes
       where status = 'awaiting_merchant_feedback'`,
    ),
  )
  const found = rows.find(({ id }) => !answering.has(id))
  if (!found) return undefined
  const { id, merchantId, processorReference } = found
  answering.add(id)
  const business = businesses.find((one) => one.merchantId === merchantId)
  const key = crypto.randomUUID()
  const accepts = Number(processorReference) % 2 === 0
  const options = { idempotencyKey: key }
  return {
    key,
    sent: 0,
    send: async (server) => {
      const connection = connectLive(server, business)
      const answer = accepts
        ? callEndpoint(connection, acceptDispute, { id, amountKobo: 120_000 }, options)
        : callEndpoint(connection, contestDispute, { id, message }, options)
      return (await answer.catch(takeEnded)).status
    },
    done: (status) => {
      responses.set(key, status)
      answering.delete(id)
      if (!accepts) contested.add(Number(processorReference))
    },
  }
}

/** A response that was returned may be sent again when the bank has decided meanwhile. */
function takeEnded(error: unknown): { status: string } {
  if (error instanceof CallError && error.status === 409 && error.code !== 'idempotency_in_progress')
    return { status: error.code }
  throw error
}

/** Lets the product query the disputes that have not ended here, as its hourly job does. Returns how many there are. */
export async function checkOpenDisputes(runtime: Runtime): Promise<number> {
  return jobUnitOfWork(runtime).write(async ({ tx }) => {
    const { rows } = await tx.$client.query<{ reference: string }>(
      'select processor_reference as reference from disputes where resolved_at is not null',
    )
    const ended = new Set(rows.map(({ reference }) => Number(reference)))
    const open = [...opened].filter((id) => !ended.has(id))
    for (const id of open) await enqueueJob(tx, checkDispute, { processor: 'paystack', reference: String(id) })
    return open.length
  }, 'LIVE')
}

const resolutions: Record<string, string> = {
  'merchant-accepted': 'merchant_accepted',
  'bank-accepted': 'lost',
  declined: 'won',
}

/** Disputes that ended differently here and at Paystack, or were recorded twice. */
export async function findDisputeFaults({ database }: Runtime, processors: LiveProcessors): Promise<string[]> {
  const { rows } = await database.read((tx) =>
    tx.$client.query<{ reference: string; resolution: string; kobo: number }>(
      'select processor_reference as reference, resolution, lost_kobo as kobo from disputes',
    ),
  )
  const describe = (id: string, resolution: string, kobo: number) => `dispute ${id}: ${resolution}, ${kobo} kobo lost`
  const ours = rows.map(({ reference, resolution, kobo }) => describe(reference, resolution, kobo))
  const theirs = (await listDisputes(processors)).map(({ id, resolution, refund_amount: kobo }) =>
    describe(String(id), resolutions[resolution ?? ''] ?? 'open', resolution === 'declined' ? 0 : kobo),
  )
  return [
    ...ours.filter((one) => !theirs.includes(one)).map((one) => `Here: ${one}`),
    ...theirs.filter((one) => !ours.includes(one)).map((one) => `At Paystack: ${one}`),
    ...(new Set(ours).size === ours.length ? [] : ['A dispute was recorded twice']),
  ]
}
