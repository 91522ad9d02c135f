import type { StaffAction } from '@adire/contract/back-office/staff-audit.ts'
import type { Context, StaffContext } from '../../context.ts'
import { type AuditedAction, toAuditColumns } from '../audit/entry.ts'
import { staffEvents } from './tables.ts'

/** Actor of an event: a member of the staff, or the operator at the command line, who has no account. */
export interface StaffActor {
  id: string | null
  name: string
}

interface StaffEvent extends AuditedAction<StaffAction> {
  /** The business that it is about. */
  merchantId?: string
  /** The actor where nobody is signed in: at sign-in and at the command line. */
  actor?: StaffActor
}

export const toStaffActor = ({ staff }: StaffContext): StaffActor => ({ id: staff.id, name: staff.name })

/**
 * Records an event in the audit log of the staff, in the transaction of the action itself: both are committed, or neither. What a
 * business should see as well is recorded in its own log with `recordAuditEvent`.
 */
export async function recordStaffEvent(context: Context | StaffContext, event: StaffEvent): Promise<void> {
  const actor = event.actor ?? ('staff' in context ? toStaffActor(context) : undefined)
  if (!actor) throw new Error(`Name the actor of ${event.action}`)
  await context.tx.insert(staffEvents).values({
    merchantId: event.merchantId ?? null,
    userId: actor.id,
    actorKind: actor.id === null ? 'operator' : 'user',
    actorName: actor.name,
    ...toAuditColumns(context, event),
  })
}
