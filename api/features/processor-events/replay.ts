import { eq, getTableColumns } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { isId } from '../../database/keyset.ts'
import { problem } from '../../http/problem.ts'
import { isJobDue } from '../../jobs/is-due.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { processEvent } from './process.ts'
import { processorEvents } from './tables.ts'

/** An event without its sealed body. */
export type EventRecord = Omit<typeof processorEvents.$inferSelect, 'sealedBody' | 'bodyHash'>
const { sealedBody: _, bodyHash: __, ...columns } = getTableColumns(processorEvents)
export const eventColumns = columns

const notFound = () => problem.notFound('processor event')

/** @throws 404 processor_event_not_found */
export async function findProcessorEvent(tx: Tx, id: string): Promise<EventRecord> {
  const [event] = isId(id) ? await tx.select(eventColumns).from(processorEvents).where(eq(processorEvents.id, id)) : []
  if (!event) throw notFound()
  return event
}

/**
 * Processes an event again, in a job. What it has changed already is not changed twice. Returns false if it is about to be processed anyway:
 * the event is locked, so that of two requests at once the second finds the job of the first.
 * @throws 404 processor_event_not_found
 */
export async function replayProcessorEvent(tx: Tx, id: string): Promise<boolean> {
  if (!isId(id)) throw notFound()
  const isEvent = eq(processorEvents.id, id)
  const [event] = await tx
    .select({ status: processorEvents.status })
    .from(processorEvents)
    .where(isEvent)
    .for('no key update')
  if (!event) throw notFound()
  if (event.status === 'received' && (await isJobDue(tx, processEvent, { id }))) return false
  await tx.update(processorEvents).set({ status: 'received', processedAt: null }).where(isEvent)
  await enqueueJob(tx, processEvent, { id })
  return true
}
