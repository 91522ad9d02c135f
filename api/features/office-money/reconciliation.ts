import type {
  explainReconciliationItem,
  importBankStatement,
  listReconciliationItems,
} from '@adire/contract/back-office/money.ts'
import type { ReconciliationItem } from '@adire/contract/back-office/money-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { UploadedFile } from '@adire/contract/fields.ts'
import { asc, desc, eq } from 'drizzle-orm'
import { processorName } from '../../connectors/processors.ts'
import type { StaffContext, UploadUnitOfWork } from '../../context.ts'
import { countUpTo, toListTotal } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { discrepancies } from '../reconciliation/discrepancies.ts'
import { explainItem } from '../reconciliation/explain.ts'
import { importBankStatement as importStatement } from '../reconciliation/import-bank.ts'
import { reconcileNow } from '../reconciliation/jobs.ts'
import { reconciledProcessors } from '../reconciliation/reconcile.ts'
import { reconciliationItems, reconciliations } from '../reconciliation/tables.ts'
import { recordStaffEvent } from '../staff/events.ts'

/** The last reconciliation, and how many discrepancies are open. */
export async function getReconciliationHandler({ tx, config }: StaffContext) {
  const [last] = await tx.select().from(reconciliations).orderBy(desc(reconciliations.startedAt)).limit(1)
  return {
    processors: reconciledProcessors(config).map(processorName),
    openItems: await tx.$count(reconciliationItems, eq(reconciliationItems.status, 'open')),
    last: last
      ? {
          startedAt: last.startedAt.toISOString(),
          endedAt: last.endedAt?.toISOString() ?? null,
          fromDay: last.fromDay,
          toDay: last.toDay,
          records: last.recordCount,
          balanceKobo: last.balanceKobo,
          expectedKobo: last.expectedKobo,
        }
      : null,
  }
}

/** Discrepancies of a status, oldest first. */
export async function listReconciliationItemsHandler(
  { tx }: StaffContext,
  { status, offset, limit }: ParsedInput<typeof listReconciliationItems>,
) {
  const rows = await tx
    .select()
    .from(reconciliationItems)
    .where(eq(reconciliationItems.status, status))
    .orderBy(asc(reconciliationItems.day), asc(reconciliationItems.number))
    .limit(limit)
    .offset(offset)
  const total = await countUpTo(tx, reconciliationItems, eq(reconciliationItems.status, status))
  return { content: rows.map(toItemResponse), ...toListTotal(total), offset, limit }
}

/** Takes a discrepancy off the list, with a reason. @throws 409 discrepancy_explained if somebody has given another one */
export async function explainReconciliationItemHandler(
  context: StaffContext,
  { number, reason }: ParsedInput<typeof explainReconciliationItem>,
) {
  const explanation = { reason, by: context.staff.name }
  const { item, isChanged } = await explainItem(context.tx, number, explanation, (before) => {
    throw problem.conflict('discrepancy_explained', `${before.by} has explained this: ${before.reason}`)
  })
  if (isChanged)
    await recordStaffEvent(context, { action: 'reconciliation.explained', object: `Item ${number}`, after: { reason } })
  return toItemResponse(item)
}

/**
 * Imports a bank statement as the command does. The log has the account and days, not the lines.
 * @throws validation_error (422) for a file that cannot be read, or without its account
 */
export async function importBankStatementHandler(
  unitOfWork: UploadUnitOfWork<StaffContext>,
  { account, statement }: ParsedInput<typeof importBankStatement>,
) {
  const { content } = statement as UploadedFile
  return importStatement(
    <T>(use: (context: StaffContext) => Promise<T>) => unitOfWork.write((context) => use({ ...context, mode: 'LIVE' })),
    new TextDecoder().decode(content),
    account,
    (context, { lines, added, fromDay, toDay, ...imported }) =>
      recordStaffEvent(context, {
        action: 'bank_statement.imported',
        object: `Account …${imported.account.slice(-4)}`,
        after: { lines, added, from: fromDay, to: toDay },
      }),
  )
}

/** @throws 503 unavailable without a processor whose records can be compared */
export async function startReconciliationHandler(context: StaffContext) {
  if (reconciledProcessors(context.config).length === 0)
    throw problem.unavailable('No processor with records is configured')
  // People who press in the same minute start one reconciliation.
  const key = `reconcile-now:${context.realNow.toISOString().slice(0, 16)}`
  await enqueueJob(context.tx, reconcileNow, {}, { key })
  await recordStaffEvent(context, { action: 'reconciliation.started' })
}

const toItemResponse = (item: typeof reconciliationItems.$inferSelect): ReconciliationItem => ({
  number: item.number,
  processor: item.processor && processorName(item.processor),
  kind: item.kind,
  discrepancy: discrepancies[item.discrepancy],
  reference: item.reference ?? item.subject,
  day: item.day,
  oursKobo: item.oursKobo,
  theirsKobo: item.theirsKobo,
  status: item.status,
  explanation: item.explanation,
  explainedBy: item.explainedBy,
})
