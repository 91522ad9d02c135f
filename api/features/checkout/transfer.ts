import type { simulateTransfer } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { ProviderWebhook } from '../../connectors/instructions.ts'
import { sandboxBank } from '../../connectors/sandbox/bank.ts'
import { sandboxStore } from '../../connectors/sandbox/store.ts'
import type { UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { requireTestMode } from '../lifecycle/test-mode.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { applyReturn } from '../payments/apply-return.ts'
import { unitOfWorkOnClockOfPayment } from './on-business-clock.ts'

/**
 * Simulates a transfer by the payer: the sandbox accepts or returns it and sends a webhook, as a real processor would.
 * @throws 403 in live mode; 422 account_not_found
 */
export async function simulateTransferHandler(
  requestUnitOfWork: UnitOfWork,
  { accountNumber, amountKobo }: ParsedInput<typeof simulateTransfer>,
) {
  requireTestMode(requestUnitOfWork, 'Transfers are simulated in Test Mode only')
  const unitOfWork = await unitOfWorkOnClockOfPayment(requestUnitOfWork, 'accountNumber', accountNumber)
  const message = await sandboxBank(sandboxStore(unitOfWork.write)).transfer(accountNumber, amountKobo)
  if (message === undefined)
    throw problem.field('accountNumber', 'The sandbox gave out no such account number', 'account_not_found')
  const webhook = await receiveWebhook(unitOfWork, message)
  return webhook?.kind === 'returned'
    ? { outcome: 'returned' as const, reason: webhook.reason }
    : { outcome: 'accepted' as const, reason: null }
}

/**
 * Handles a webhook of the sandbox and returns the result: a transfer that the processor accepted can still be `returned` by us (the
 * payment was already paid). A message that is not a valid webhook changes nothing and returns undefined.
 */
export async function receiveWebhook(unitOfWork: UnitOfWork, message: string): Promise<ProviderWebhook | undefined> {
  const webhook = connectorFor(unitOfWork, 'webhooks', 'sandbox').webhooks.parse(message)
  if (!webhook) return undefined
  const key = { processorReference: webhook.reference }
  const { paidAt, amountKobo } = await unitOfWork.write((context) => {
    if (webhook.kind === 'returned') return applyReturn(context, webhook)
    return applyOutcome(context, key, webhook.kind === 'outcome' ? webhook.outcome : { kind: 'abandoned' })
  })
  const isSentBack = webhook.kind === 'outcome' && webhook.outcome.kind === 'success' && paidAt === null
  if (!isSentBack) return webhook
  return { kind: 'returned', reference: webhook.reference, amountKobo, reason: 'DUPLICATE', sender: null }
}
