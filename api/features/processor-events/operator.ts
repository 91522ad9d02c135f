import { and, desc, eq, getTableColumns, gte, inArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { isId } from '../../database/keyset.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { processEvent } from './process.ts'
import { processorEvents, rejectedEvents } from './tables.ts'

export const eventUsage = `
  events list                                events of processors, newest first, and how many were rejected
  events show <event>                        one event by its id: name, signature check, reference and effect
  events replay <event>                      processes it again; what it has changed already is not changed twice`

interface OperatorContext {
  print(line: string): void
  write<T>(use: (context: Context) => Promise<T>): Promise<T>
}

const listed = 100
/** Days of rejected events that are listed. */
const rejectedDays = 7

/** Runs one `events` command. Returns the exit code, or undefined if the words are no command. */
export async function runEventCommand(operator: OperatorContext, words: string[]): Promise<number | undefined> {
  const [verb, id, ...more] = words
  if (more.length > 0) return undefined
  if (verb === 'list' && id === undefined) return listEvents(operator)
  if (verb === 'show' && id) return showEvent(operator, id)
  if (verb === 'replay' && id) return replayEvent(operator, id)
  return undefined
}

type EventRecord = Omit<typeof processorEvents.$inferSelect, 'sealedBody' | 'bodyHash'>
const { sealedBody: _, bodyHash: __, ...columns } = getTableColumns(processorEvents)

async function listEvents({ write, print }: OperatorContext): Promise<number> {
  const { events, rejected } = await write(async ({ tx, now }) => ({
    events: await tx
      .select(columns)
      .from(processorEvents)
      .orderBy(desc(processorEvents.receivedAt), desc(processorEvents.id))
      .limit(listed),
    rejected: await tx
      .select()
      .from(rejectedEvents)
      .where(gte(rejectedEvents.day, addDays(lagosDay(now), 1 - rejectedDays)))
      .orderBy(desc(rejectedEvents.day), rejectedEvents.processor, rejectedEvents.reason)
      .limit(listed),
  }))
  for (const event of events) print(formatEvent(event))
  if (events.length === 0) print('No event was received in the last 90 days.')
  if (events.length === listed) print(`These are the newest ${listed}.`)
  for (const { day, processor, reason, count, lastAt } of rejected)
    print(`${day}  ${processor}  rejected: ${count} with a wrong ${reason}, last at ${lastAt.toISOString()}`)
  return 0
}

const formatEvent = ({ id, processor, name, status, reference, effect, receivedAt }: EventRecord) =>
  [
    receivedAt.toISOString(),
    id,
    processor,
    name ?? 'no name',
    status.padEnd(9),
    reference ?? 'no reference',
    effect ?? 'no effect',
  ].join('  ')

async function findEvent(tx: Tx, id: string): Promise<EventRecord> {
  const [event] = isId(id) ? await tx.select(columns).from(processorEvents).where(eq(processorEvents.id, id)) : []
  if (!event) throw problem.notFound('processor event')
  return event
}

async function showEvent({ write, print }: OperatorContext, id: string): Promise<number> {
  const event = await write(({ tx }) => findEvent(tx, id))
  print(formatEvent(event))
  print('The signature was right; an event with a wrong one is counted and not stored.')
  print(`Posted ${event.deliveries} ${event.deliveries === 1 ? 'time' : 'times'}`)
  print(event.processedAt ? `Processed at ${event.processedAt.toISOString()}` : 'Not processed yet')
  return 0
}

async function replayEvent({ write, print }: OperatorContext, id: string): Promise<number> {
  await write(async ({ tx }) => {
    await findEvent(tx, id)
    await tx
      .update(processorEvents)
      .set({ status: 'received', processedAt: null })
      .where(and(eq(processorEvents.id, id), inArray(processorEvents.status, ['processed', 'ignored'])))
    await enqueueJob(tx, processEvent, { id })
  })
  print('The event is processed again. Its effect is in "events show" in a moment.')
  return 0
}
