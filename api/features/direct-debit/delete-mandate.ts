import type { deleteMandate } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { lockMandate, mandateTimeline, requireMandateStatus } from './move.ts'
import { mandates } from './tables.ts'

/**
 * Deletes a draft completely, as no customer has seen it.
 * @throws 404; 409 mandate_move_refused
 */
export async function deleteMandateHandler(context: MerchantContext, { id }: ParsedInput<typeof deleteMandate>) {
  const { tx, merchant } = context
  const draft = await lockMandate(tx, { merchantId: merchant.id, id })
  requireMandateStatus(draft, ['draft'], 'deleted')
  await mandateTimeline.delete(tx, { merchantId: merchant.id, ids: [id] })
  await tx.delete(mandates).where(and(eq(mandates.merchantId, merchant.id), eq(mandates.id, id)))
  await recordAuditEvent(context, { action: 'mandate.deleted', object: draft.reference })
}
