import type {
  decideBankDispute,
  openBankDispute,
  openDisputeEvidence,
  returnBankDispute,
} from '@adire/contract/back-office/payments.ts'
import { evidenceNames } from '@adire/contract/disputes.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { StaffContext } from '../../context.ts'
import { endOfDay } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import {
  decideDisputeOfBank,
  findDisputeByReference,
  openDisputeOfBank,
  returnDisputeOfBank,
} from '../disputes/by-bank.ts'
import { listEvidence } from '../disputes/move.ts'
import { sealTicket } from '../office-review/document-ticket.ts'
import { recordStaffEvent } from '../staff/events.ts'
import { loadOfficePayment } from './detail.ts'
import { retrieveDispute } from './read-disputes.ts'

export async function openBankDisputeHandler(
  context: StaffContext,
  { merchantId, id, reason, amountKobo, dueOn }: ParsedInput<typeof openBankDispute>,
) {
  const { dispute, isNew } = await openDisputeOfBank(
    context,
    { merchantId, id },
    { reason: reason.trim(), amountKobo: amountKobo ?? undefined, dueAt: dueOn ? endOfDay(dueOn) : undefined },
  )
  const after = { reason, amountKobo: dispute.amountKobo, dueAt: dispute.dueAt.toISOString() }
  if (isNew) await recordStaffEvent(context, { action: 'dispute.opened', object: dispute.reference, after, merchantId })
  return loadOfficePayment(context, { merchantId, id })
}

/** Addresses of the documents of a response, to pass them on to a bank. Both logs have each opening. */
export async function openDisputeEvidenceHandler(
  context: StaffContext,
  { reference }: ParsedInput<typeof openDisputeEvidence>,
) {
  const dispute = await findDisputeByReference(context.tx, reference)
  const { merchantId } = dispute
  const found = await listEvidence(context.tx, dispute)
  await recordAuditEvent(context, { action: 'dispute.evidence_opened', object: reference, merchantId })
  await recordStaffEvent(context, { action: 'dispute.evidence_opened', object: reference, merchantId })
  return {
    content: found.map(({ type, name, fileId }) => ({
      label: evidenceNames[type],
      name,
      url: sealTicket(context, { fileId, permission: 'disputes.manage' }),
    })),
  }
}

export async function decideBankDisputeHandler(
  context: StaffContext,
  { reference, decision }: ParsedInput<typeof decideBankDispute>,
) {
  const dispute = await findDisputeByReference(context.tx, reference)
  const { merchantId } = dispute
  if (await decideDisputeOfBank(context, dispute, decision, context.staff.name))
    await recordStaffEvent(context, { action: 'dispute.decided', object: reference, after: { decision }, merchantId })
  return retrieveDispute(context.tx, reference)
}

export async function returnBankDisputeHandler(
  context: StaffContext,
  { reference, why }: ParsedInput<typeof returnBankDispute>,
) {
  const dispute = await findDisputeByReference(context.tx, reference)
  await returnDisputeOfBank(context, dispute, why)
  const { merchantId } = dispute
  await recordStaffEvent(context, { action: 'dispute.returned', object: reference, after: { why }, merchantId })
  return retrieveDispute(context.tx, reference)
}
