import { and, desc, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { collectedInsert, insertAtCommit, writeCollected } from '../../database/write-at-commit.ts'
import { type TimelineSubject, timelineEvents } from './tables.ts'

/** Identity of an object of a merchant. */
export interface ObjectKey {
  merchantId: string
  id: string
}

export interface TimelineEvent {
  /** ISO 8601. */
  at: string
  kind: string
  text: string
}

/** Objects of a merchant: their ids, or a query of them. */
interface Subjects {
  merchantId: string
  ids: readonly string[] | SQLWrapper
}

const eventInsert = collectedInsert('timeline', 'timeline_events', {
  merchant_id: 'uuid',
  subject_id: 'uuid',
  subject: 'text',
  at: 'timestamptz',
  kind: 'text',
  text: 'text',
})

/** The timelines of one kind of object, such as all invoices. */
export function defineTimeline(subject: TimelineSubject) {
  const matching = ({ merchantId, id }: ObjectKey) =>
    and(
      eq(timelineEvents.merchantId, merchantId),
      eq(timelineEvents.subjectId, id),
      eq(timelineEvents.subject, subject),
    )
  const matchingAll = ({ merchantId, ids }: Subjects) =>
    and(
      eq(timelineEvents.merchantId, merchantId),
      inArray(timelineEvents.subjectId, ids as SQLWrapper),
      eq(timelineEvents.subject, subject),
    )
  return {
    /** Appends an event to the timeline of an object. */
    append: (tx: Tx, { merchantId, id: subjectId }: ObjectKey, at: Date, kind: string, text: string): Promise<void> =>
      insertAtCommit(tx, eventInsert, [merchantId, subjectId, subject, at, kind, text]),
    /** The newest events of an object, newest first: at most `most`. */
    async list(tx: Tx, key: ObjectKey, limit: number): Promise<TimelineEvent[]> {
      await writeCollected(tx)
      const events = await tx
        .select({ at: timelineEvents.at, kind: timelineEvents.kind, text: timelineEvents.text })
        .from(timelineEvents)
        .where(matching(key))
        .orderBy(desc(timelineEvents.at), desc(timelineEvents.id))
        .limit(limit)
      return events.map((event) => ({ ...event, at: event.at.toISOString() }))
    },
    /** Number of events of this kind on the timeline of an object. */
    async count(tx: Tx, key: ObjectKey, kind: string): Promise<number> {
      await writeCollected(tx)
      return tx.$count(timelineEvents, and(matching(key), eq(timelineEvents.kind, kind)))
    },
    /** Deletes the timelines of objects, or only their events of one kind. */
    async delete(tx: Tx, subjects: Subjects, kind?: string): Promise<void> {
      await writeCollected(tx)
      const ofKind = kind === undefined ? undefined : eq(timelineEvents.kind, kind)
      await tx.delete(timelineEvents).where(and(matchingAll(subjects), ofKind))
    },
    /** Replaces the email of an erased customer on the timelines of objects. */
    async eraseEmail(tx: Tx, subjects: Subjects, email: string): Promise<void> {
      await writeCollected(tx)
      await tx
        .update(timelineEvents)
        .set({ text: sql`replace(${timelineEvents.text}, ${email}, 'The customer')` })
        .where(and(matchingAll(subjects), sql`position(${email} in ${timelineEvents.text}) > 0`))
    },
  }
}
