import type {
  BlockKind,
  blockRiskSubject,
  closeRiskAlert,
  getRiskAlert,
  listRiskAlerts,
  noteRiskAlert,
  RuleSubject,
  reopenRiskAlert,
} from '@adire/contract/back-office/risk.ts'
import { alertOutcomes } from '@adire/contract/back-office/risk.ts'
import type { RiskAlert, RiskAlertDetail } from '@adire/contract/back-office/risk-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { isDatabaseError } from '../../database/lock-failures.ts'
import { listNewest } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { merchants } from '../merchants/tables.ts'
import { payments } from '../payments/tables.ts'
import { riskAlertActions, riskAlerts, riskBlocks } from '../risk/tables.ts'
import { recordStaffEvent } from '../staff/events.ts'
import { insertBlock, isActive } from './blocks.ts'

const uniqueViolation = '23505'

type AlertRow = typeof riskAlerts.$inferSelect

export const listRiskAlertsHandler = (context: StaffContext, input: ParsedInput<typeof listRiskAlerts>) =>
  listNewest(context.tx, input, {
    table: riskAlerts,
    where: and(
      input.status ? eq(riskAlerts.status, input.status) : undefined,
      input.kind ? eq(riskAlerts.kind, input.kind) : undefined,
      input.mode ? eq(riskAlerts.mode, input.mode) : undefined,
    ),
    from: selectAlerts(context),
    serialize: toAlertResponse,
    keyOf: ({ firstAt, id }) => [firstAt, id],
  })

const selectAlerts = ({ tx }: StaffContext) =>
  tx
    .select({
      alert: riskAlerts,
      business: { id: merchants.id, name: merchants.businessName, code: merchants.merchantCode },
      lastReference: payments.reference,
    })
    .from(riskAlerts)
    .innerJoin(merchants, eq(merchants.id, riskAlerts.merchantId))
    .leftJoin(payments, and(eq(payments.merchantId, riskAlerts.merchantId), eq(payments.id, riskAlerts.lastPaymentId)))
    .$dynamic()

type Selected = Awaited<ReturnType<typeof selectAlerts>>[number]

export const getRiskAlertHandler = (context: StaffContext, { id }: ParsedInput<typeof getRiskAlert>) =>
  readAlert(context, id)

/** @throws 404 risk_alert_not_found */
async function readAlert(context: StaffContext, id: string): Promise<RiskAlertDetail> {
  const { tx } = context
  const [row] = await selectAlerts(context).where(eq(riskAlerts.id, id))
  if (!row) throw problem.notFound('risk alert')
  const actions = await tx
    .select()
    .from(riskAlertActions)
    .where(eq(riskAlertActions.alertId, id))
    .orderBy(desc(riskAlertActions.id))
    .limit(200)
  const blockable = toBlockable(row.alert)
  const blocked =
    blockable !== undefined &&
    (await tx.$count(
      riskBlocks,
      and(
        isActive(context),
        eq(riskBlocks.mode, row.alert.mode),
        eq(riskBlocks.kind, blockable.kind),
        eq(riskBlocks.value, blockable.value),
      ),
    )) > 0
  return {
    ...toAlertResponse(row),
    canBlock: blockable !== undefined,
    isBlocked: blocked,
    actions: actions.map(({ at, by, text }) => ({ at: at.toISOString(), by, text })),
  }
}

const blockKindOf: Partial<Record<RuleSubject, BlockKind>> = { payer: 'email', card: 'card', address: 'address' }

/** What a block of the subject of an alert is compared with. A business is frozen instead. */
function toBlockable({ subjectKind, subject, label }: AlertRow): { kind: BlockKind; value: string } | undefined {
  const kind = subjectKind && blockKindOf[subjectKind]
  return kind ? { kind, value: kind === 'email' ? label : subject } : undefined
}

export async function noteRiskAlertHandler(context: StaffContext, { id, note }: ParsedInput<typeof noteRiskAlert>) {
  await lockAlert(context, id)
  await recordAction(context, id, note)
  return readAlert(context, id)
}

/** Blocks the payer, card or address of an alert. */
export async function blockRiskSubjectHandler(context: StaffContext, input: ParsedInput<typeof blockRiskSubject>) {
  const alert = await lockAlert(context, input.id)
  const blockable = toBlockable(alert)
  if (!blockable) throw problem.conflict('not_blockable', 'A business is not blocked here. Freeze its payments instead')
  const { label, mode } = alert
  await insertBlock(context, { ...blockable, label, mode, reason: input.reason, days: input.days })
  const until = input.days === undefined ? '' : ` for ${input.days} ${input.days === 1 ? 'day' : 'days'}`
  await recordAction(context, input.id, `Blocked ${label}${until}: ${input.reason}`)
  return readAlert(context, input.id)
}

/** Closes an alert with what came of it. @throws 409 alert_closed */
export async function closeRiskAlertHandler(context: StaffContext, input: ParsedInput<typeof closeRiskAlert>) {
  const { tx, realNow, staff } = context
  const { id, outcome, note } = input
  const alert = await lockAlert(context, id)
  if (alert.status === 'closed') throw problem.conflict('alert_closed', `${alert.closedBy} has closed this alert`)
  await tx
    .update(riskAlerts)
    .set({ status: 'closed', outcome, closedBy: staff.name, closedAt: realNow })
    .where(and(eq(riskAlerts.merchantId, alert.merchantId), eq(riskAlerts.id, id)))
  await recordAction(context, id, `Closed (${alertOutcomes[outcome]}): ${note}`)
  await recordStaffEvent(context, {
    action: 'risk_alert.closed',
    object: `${alert.title}: ${alert.label}`,
    after: { outcome: alertOutcomes[outcome], note },
    merchantId: alert.merchantId,
  })
  return readAlert(context, id)
}

/** Opens a closed alert again, unless a new one about the same is open. @throws 409 alert_open */
export async function reopenRiskAlertHandler(context: StaffContext, input: ParsedInput<typeof reopenRiskAlert>) {
  const { tx } = context
  const alert = await lockAlert(context, input.id)
  if (alert.status === 'open') return readAlert(context, input.id)
  try {
    await tx.$client.query({
      text: `update risk_alerts set status = 'open', outcome = null, closed_by = null, closed_at = null
             where merchant_id = $1 and id = $2`,
      values: [alert.merchantId, alert.id],
    })
  } catch (error) {
    // The unique index sees also an alert that is raised, or opened again, at this moment.
    if (!isDatabaseError(error, uniqueViolation)) throw error
    throw problem.conflict('alert_open', 'A newer alert about the same is open')
  }
  await recordAction(context, input.id, `Opened again: ${input.note}`)
  await recordStaffEvent(context, {
    action: 'risk_alert.reopened',
    object: `${alert.title}: ${alert.label}`,
    after: { note: input.note },
    merchantId: alert.merchantId,
  })
  return readAlert(context, input.id)
}

async function lockAlert({ tx }: StaffContext, id: string): Promise<AlertRow> {
  const [found] = await tx.select({ merchantId: riskAlerts.merchantId }).from(riskAlerts).where(eq(riskAlerts.id, id))
  if (!found) throw problem.notFound('risk alert')
  const isFound = and(eq(riskAlerts.merchantId, found.merchantId), eq(riskAlerts.id, id))
  const [alert] = await tx.select().from(riskAlerts).where(isFound).for('update')
  return alert!
}

const recordAction = ({ tx, realNow, staff }: StaffContext, alertId: string, text: string) =>
  tx.insert(riskAlertActions).values({ alertId, at: realNow, by: staff.name, text })

const toAlertResponse = ({ alert, business, lastReference }: Selected): RiskAlert => ({
  id: alert.id,
  kind: alert.kind,
  mode: alert.mode,
  title: alert.title,
  subject: alert.subjectKind,
  label: alert.label,
  business,
  times: alert.times,
  stopped: alert.stopped,
  firstAt: alert.createdAt.toISOString(),
  lastAt: alert.lastAt.toISOString(),
  lastReference,
  status: alert.status,
  outcome: alert.outcome,
  closedBy: alert.closedBy,
  closedAt: alert.closedAt?.toISOString() ?? null,
})
