import { eq } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'
import { rejectionStatus } from './call-http.ts'
import type { ChargeOutcome } from './charges.ts'
import type { Capability, ConnectorSource, ConnectorWith } from './connector.ts'
import { processorCalls } from './tables.ts'

/** Functions that call the processor about one payment, by capability. Their request has its processor reference. */
const recorded = {
  payments: ['query', 'close'],
  cards: ['charge'],
  hostedCards: ['open'],
  challenges: ['answer'],
  savedCards: ['charge'],
  bankAccounts: ['debit'],
  transferAccounts: ['open'],
  ussd: ['open'],
  qr: ['open'],
  mandates: ['debit'],
} as const

/** A recorded call: capability and function, such as `payments.query`. */
export type RecordedCall = {
  [C in keyof typeof recorded]: `${C}.${(typeof recorded)[C][number]}`
}[keyof typeof recorded]

/**
 * Answer of a call: an outcome of the payment, `instruction` (an account number or a code), `rejected` (the processor did nothing), or
 * `no_answer` (nothing definite: the processor may have done it).
 */
export type CallOutcome = ChargeOutcome['kind'] | 'instruction' | 'rejected' | 'no_answer'
type Answer = Pick<typeof processorCalls.$inferInsert, 'outcome' | 'detail'>

/** Maximum recorded calls of each kind per payment; older ones are deleted. Simultaneous calls may exceed it by a few. */
const keptEach = 20

type Call = (request: { reference: string }) => Promise<unknown>

/** The connector with its calls about payments recorded: when each was sent, when it was answered, and how. */
export function recordCalls<C extends Capability>(
  connector: ConnectorWith<C>,
  source: Pick<ConnectorSource, 'write' | 'writeStatement'>,
): ConnectorWith<C> {
  const parts: Partial<Record<string, object>> = connector
  const wrapped = Object.entries(recorded).map(([capability, names]) => {
    const part = parts[capability]
    const calls = names.map((name) => {
      const call = `${capability}.${name}` as RecordedCall
      return [
        name,
        (request: { reference: string }) => recordCall(source, call, (part as Record<string, Call>)[name]!, request),
      ]
    })
    return part ? [[capability, { ...part, ...Object.fromEntries(calls) }]] : []
  })
  return { ...connector, ...Object.fromEntries(wrapped.flat()) }
}

async function recordCall(
  { write, writeStatement = write }: Pick<ConnectorSource, 'write' | 'writeStatement'>,
  call: RecordedCall,
  send: Call,
  request: { reference: string },
): Promise<unknown> {
  const { reference: processorReference } = request
  const id = await writeStatement(({ tx, now }) => addCall(tx, { processorReference, call, sentAt: now }))
  // Without its record the answer still counts.
  const answer = (values: Answer) =>
    writeStatement(({ tx, now }) =>
      tx
        .update(processorCalls)
        .set({ ...values, answeredAt: now })
        .where(eq(processorCalls.id, id)),
    ).catch(() => undefined)
  try {
    const result = await send(request)
    await answer(describeResult(result))
    return result
  } catch (error) {
    await answer(describeError(error))
    throw error
  }
}

async function addCall(tx: Tx, call: typeof processorCalls.$inferInsert): Promise<string> {
  const { rows } = await tx.$client.query<{ id: string }>({
    name: 'processor_call_add',
    text: `
      with old as (
        delete from processor_calls where id in (
          select id from processor_calls where processor_reference = $1 and call = $2 order by sent_at desc, id desc offset $4
        )
      )
      insert into processor_calls (processor_reference, call, sent_at) values ($1, $2, $3) returning id`,
    values: [call.processorReference, call.call, call.sentAt, keptEach - 1],
  })
  return rows[0]!.id
}

function describeResult(result: unknown): Answer {
  const outcome = result as Partial<ChargeOutcome>
  if (outcome.kind === undefined) return { outcome: 'instruction' }
  if (outcome.kind === 'failed') return { outcome: 'failed', detail: outcome.reason ?? null }
  if (outcome.kind === 'challenge') return { outcome: 'challenge', detail: outcome.challenge ?? null }
  return { outcome: outcome.kind }
}

function describeError(error: unknown): Answer {
  const status = rejectionStatus(error)
  return status ? { outcome: 'rejected', detail: String(status) } : { outcome: 'no_answer' }
}
