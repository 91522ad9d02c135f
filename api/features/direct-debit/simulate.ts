import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { simulateMandateTransfer } from '@adire/contract/mandate-page.ts'
import { sandboxMandateBank } from '../../connectors/sandbox/mandates.ts'
import { sandboxStore } from '../../connectors/sandbox/store.ts'
import type { UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { requireTestMode } from '../lifecycle/test-mode.ts'
import { checkMandateNow } from './check-mandate.ts'
import { currentMandatePage, mandateUnitOfWork } from './consent.ts'
import { findOpenedMandate } from './page.ts'

/**
 * Simulates the customer's transfer to the given account.
 * @throws 403 in live mode; 409 nothing_to_play if no transfer is pending
 */
export async function simulateMandateTransferHandler(
  requestUnitOfWork: UnitOfWork,
  { accessCode, outcome }: ParsedInput<typeof simulateMandateTransfer>,
) {
  requireTestMode(requestUnitOfWork)
  const unitOfWork = await mandateUnitOfWork(requestUnitOfWork, accessCode)
  const { mandate } = await unitOfWork.write(({ tx, mode }) => findOpenedMandate(tx, mode, accessCode))
  if (mandate.status !== 'pending_authorization')
    throw problem.conflict('nothing_to_play', 'No transfer is expected now')
  const note = await sandboxMandateBank(sandboxStore(unitOfWork.write)).transfer(mandate.reference, outcome)
  await checkMandateNow(unitOfWork, mandate)
  return { note, page: await currentMandatePage(unitOfWork, accessCode) }
}
