import { desc, gte } from 'drizzle-orm'
import { addDays, lagosDay } from '../../lagos.ts'
import type { OperatorContext } from '../../operator-context.ts'
import { type EventRecord, eventColumns, findProcessorEvent, replayProcessorEvent } from './replay.ts'
import { processorEvents, rejectedEvents } from './tables.ts'

export const eventUsage = `
  events list                                events of processors, newest first, and how many were rejected
  events show <event>                        one event by its id: name, signature check, reference and effect
  events replay <event>                      processes it again; what it has changed already is not changed twice`

const listed = 100
/** Days of rejected events that are listed. */
const rejectedDays = 7

/** Runs one `events` command. Returns the exit code, or undefined if there is no such command. */
export async function runEventCommand(operator: OperatorContext, words: string[]): Promise<number | undefined> {
  const [verb, id, ...more] = words
  if (more.length > 0) return undefined
  if (verb === 'list' && id === undefined) return listEvents(operator)
  if (verb === 'show' && id) return showEvent(operator, id)
  if (verb === 'replay' && id) return replayEvent(operator, id)
  return undefined
}

async function listEvents({ write, print }: OperatorContext): Promise<number> {
  const { events, rejected } = await write(async ({ tx, now }) => ({
    events: await tx
      .select(eventColumns)
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

async function showEvent({ write, print }: OperatorContext, id: string): Promise<number> {
  const event = await write(({ tx }) => findProcessorEvent(tx, id))
  print(formatEvent(event))
  print('The signature was right; an event with a wrong one is counted and not stored.')
  print(`Posted ${event.deliveries} ${event.deliveries === 1 ? 'time' : 'times'}`)
  print(event.processedAt ? `Processed at ${event.processedAt.toISOString()}` : 'Not processed yet')
  return 0
}

async function replayEvent({ write, print }: OperatorContext, id: string): Promise<number> {
  await write(({ tx }) => replayProcessorEvent(tx, id))
  print('The event is processed again. Its effect is in "events show" in a moment.')
  return 0
}
