import { minuteMs } from '@adire/contract/durations.ts'
import { and, eq } from 'drizzle-orm'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { EventSubject } from '../../connectors/events.ts'
import type { Processor } from '../../connectors/processors.ts'
import type { UnitOfWork } from '../../context.ts'
import { runForBusiness } from '../../current-work.ts'
import type { Tx } from '../../database/connect.ts'
import { Problem } from '../../http/problem.ts'
import { consumeAttempt } from '../auth/attempts.ts'
import { type CheckContext, checkMandateNow } from './check-mandate.ts'
import { mandateUnitOfWork } from './consent.ts'
import type { MandateRecord } from './move.ts'
import { findOpenedMandate } from './page.ts'
import { mandates } from './tables.ts'

const queriesPerMinute = 6
/** Maximum mandates of one customer that wait for an authorisation and are queried for one event. */
const maxPerCustomer = 20

/**
 * Queries a mandate whose customer has come back from the page of the processor: what the browser brings back proves nothing.
 * Does nothing if it waits for no authorisation, or was queried too often.
 */
export async function queryAuthorization(requestUnitOfWork: UnitOfWork, accessCode: string): Promise<void> {
  const unitOfWork = await mandateUnitOfWork(requestUnitOfWork, accessCode)
  try {
    const mandate = await unitOfWork.write(async ({ tx, mode, realNow }) => {
      const opened = await findOpenedMandate(tx, mode, accessCode)
      const { id, status, authorizationUrl } = opened.mandate
      if (!authorizationUrl || (status !== 'pending_authorization' && status !== 'pending_activation')) return undefined
      await consumeAttempt(tx, [{ key: `mandate-return:${id}`, max: queriesPerMinute }], realNow, minuteMs)
      return opened.mandate
    })
    if (mandate) await runForBusiness(mandate.merchantId, () => checkMandateNow(unitOfWork, mandate))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

type MandateSubject = Extract<EventSubject, { kind: 'mandate' | 'mandates' }>

/**
 * Queries the mandates that an event is about. A mandate that has ended here meanwhile is ended at the processor too. Returns what was
 * done, as a sentence; undefined if the event is about no mandate of ours.
 */
export async function queryMandatesOfEvent(
  source: CheckContext & { mode: UnitOfWork['mode'] },
  processor: Processor,
  subject: MandateSubject,
): Promise<string | undefined> {
  const found = await source.write(({ tx }) => findMandates(tx, processor, subject))
  for (const mandate of found) {
    if (mandate.endedAt) await connectorFor(source, 'mandates', processor).mandates.cancel(mandate.processorReference!)
    else await checkMandateNow(source, mandate)
  }
  return found.length === 0 ? undefined : `Mandates queried: ${found.map(({ reference }) => reference).join(', ')}`
}

const findMandates = (tx: Tx, processor: Processor, subject: MandateSubject): Promise<MandateRecord[]> =>
  tx
    .select()
    .from(mandates)
    .where(
      and(
        eq(mandates.processor, processor),
        subject.kind === 'mandate'
          ? eq(mandates.processorReference, subject.reference)
          : and(eq(mandates.customerEmail, subject.email), eq(mandates.status, 'pending_authorization')),
      ),
    )
    .limit(maxPerCustomer)
