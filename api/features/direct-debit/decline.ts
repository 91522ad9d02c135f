import { endedByCustomer, stoppableStatuses } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { declineMandate, stopMandate } from '@adire/contract/mandate-page.ts'
import type { UnitOfWork } from '../../context.ts'
import { closeMandate } from './close-mandate.ts'
import { currentMandatePage, lockMandateByAccessCode, mandateUnitOfWork, requireOpen } from './consent.ts'
import { requireMandateStatus } from './move.ts'

/**
 * Declines a mandate for the customer. Idempotent.
 * @throws 409 consented_already, request_expired, mandate_move_refused
 */
export async function declineMandateHandler(
  requestUnitOfWork: UnitOfWork,
  { accessCode }: ParsedInput<typeof declineMandate>,
) {
  const unitOfWork = await mandateUnitOfWork(requestUnitOfWork, accessCode)
  await unitOfWork.write(async (context) => {
    const { mandate } = await lockMandateByAccessCode(context, accessCode)
    if (mandate.status === 'rejected') return
    requireOpen(mandate, context.now)
    await closeMandate(context, mandate, 'rejected', endedByCustomer.declined, 'customer')
  })
  return currentMandatePage(unitOfWork, accessCode)
}

/**
 * Cancels a mandate for the customer, as the business can. Idempotent.
 * @throws 404 mandate_not_found; 409 mandate_move_refused before the consent or after another end
 */
export async function stopMandateHandler(
  requestUnitOfWork: UnitOfWork,
  { accessCode }: ParsedInput<typeof stopMandate>,
) {
  const unitOfWork = await mandateUnitOfWork(requestUnitOfWork, accessCode)
  await unitOfWork.write(async (context) => {
    const { mandate } = await lockMandateByAccessCode(context, accessCode)
    if (mandate.status === 'cancelled') return
    requireMandateStatus(mandate, stoppableStatuses, 'cancelled')
    await closeMandate(context, mandate, 'cancelled', endedByCustomer.cancelled, 'customer')
  })
  return currentMandatePage(unitOfWork, accessCode)
}
