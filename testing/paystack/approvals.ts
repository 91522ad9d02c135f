import { signEvent } from '../processor/post-events.ts'
import { findIntegration } from './act.ts'
import type { Integration, Transfer } from './integration.ts'
import type { Answer, Simulation } from './simulation.ts'
import { settleTransfer } from './transfers.ts'

const responseTimeoutMs = 30_000

/**
 * Asks the merchant's server whether a transfer that was requested is to be made: 200 lets it go on, 400 rejects it, and without either it is blocked.
 * Paystack publishes these statuses and that the body is the transfer request, but neither its fields nor a signature: both are assumed to
 * be those of the request and of events.
 */
export async function askApproval(simulation: Simulation, operationId: string, { data }: Answer): Promise<void> {
  if (operationId !== 'transfer_initiate' || !simulation.approvalUrl) return
  const { reference } = data as { reference: string }
  const integration = findIntegration(simulation, `transfer ${reference}`, ({ transfers }) => transfers.has(reference))
  const transfer = integration.transfers.get(reference)!
  const status = await postRequest(simulation.approvalUrl, integration, transfer)
  simulation.approvals.push({ reference, status })
  if (transfer.status !== 'received') return
  if (status === 200) transfer.status = 'pending'
  else {
    const scope = { simulation, integration, emitEvent: () => undefined }
    settleTransfer(scope, reference, status === 400 ? 'rejected' : 'blocked')
  }
}

function postRequest(url: string, { secretKey }: Integration, transfer: Transfer): Promise<number | null> {
  const { reference, amountKobo, reason, recipient } = transfer
  const details = { account_number: recipient.accountNumber, bank_code: recipient.bankCode }
  const body = JSON.stringify({
    ...{ source: 'balance', amount: amountKobo, currency: 'NGN', reason, reference },
    recipient: { recipient_code: recipient.code, name: recipient.name, details },
  })
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', 'x-paystack-signature': signEvent(body, secretKey) },
    body,
    signal: AbortSignal.timeout(responseTimeoutMs),
  }).then(
    async (response) => {
      await response.body?.cancel()
      return response.status
    },
    () => null,
  )
}
