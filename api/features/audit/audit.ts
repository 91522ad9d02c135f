import type { AuditAction } from '@adire/contract/audit.ts'
import type { Context, MerchantContext, StaffContext, UserContext } from '../../context.ts'
import { type AuditedAction, toAuditColumns } from './entry.ts'
import { auditEvents } from './tables.ts'

type Values = Record<string, unknown>

/** The actor of an event, if it is not the context's user or API key. */
export interface Actor {
  kind: 'operator' | 'system' | 'user'
  name: string
}

interface Done extends AuditedAction<AuditAction> {
  /** If different from the context's: for an operator's decision, or at sign-in. */
  merchantId?: string
  userId?: string
  actor?: Actor
}

/** Records an audit event in the transaction of the action itself: both are committed, or neither. */
export async function recordAuditEvent(
  context: Context | MerchantContext | UserContext | StaffContext,
  done: Done,
): Promise<void> {
  const merchant = 'merchant' in context ? context.merchant : undefined
  const user = 'user' in context ? context.user : undefined
  const actor = done.actor ?? toStaffActor(context) ?? toActor(context)
  await context.tx.insert(auditEvents).values({
    merchantId: done.merchantId ?? merchant?.id ?? null,
    userId: done.userId ?? user?.id ?? null,
    actorKind: actor.kind,
    actorName: actor.name,
    ...toAuditColumns(context, done),
  })
}

/** The person of the staff who acts, as their own log and that of the business name them. */
const toStaffActor = (context: Context | StaffContext): Actor | undefined =>
  'staff' in context ? { kind: 'operator', name: context.staff.name } : undefined

/** The actor of a context of a business: its user or API key, else the system. */
export function toActor(context: Context | MerchantContext | UserContext) {
  if ('user' in context && context.user) return { kind: 'user' as const, name: context.user.email }
  if ('apiKey' in context && context.apiKey) return { kind: 'api_key' as const, name: `…${context.apiKey.last4}` }
  return { kind: 'system' as const, name: context.config.brand.name }
}

/** The changed fields with their values before and after, for the audit log. Undefined if nothing changed. */
export function changesBetween(before: Values, after: Values): { before: Values; after: Values } | undefined {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (changed.length === 0) return undefined
  const pick = (values: Values) => Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
