import type { decideBankDispute, openBankDispute, returnBankDispute } from '@adire/contract/back-office/payments.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { StaffContext } from '../../context.ts'
import {
  decideDisputeOfBank,
  findDisputeByReference,
  openDisputeOfBank,
  returnDisputeOfBank,
} from '../disputes/by-bank.ts'
import { recordStaffEvent } from '../staff/events.ts'
import { loadOfficePayment } from './detail.ts'
import { retrieveDispute } from './read-disputes.ts'

export async function openBankDisputeHandler(
  context: StaffContext,
  { merchantId, id, reason }: ParsedInput<typeof openBankDispute>,
) {
  const { reference } = await openDisputeOfBank(context, { merchantId, id }, reason.trim())
  await recordStaffEvent(context, { action: 'dispute.opened', object: reference, after: { reason }, merchantId })
  return loadOfficePayment(context, { merchantId, id })
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
