import type { simulateTransfer } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Connector, ProviderWebhook } from '../../connectors/connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import { sandboxBank } from '../../connectors/sandbox-bank.ts'
import { sandboxStore } from '../../connectors/sandbox-store.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { emitPayment } from '../payments/emit.ts'
import { lockPayment, updatePaymentRecord } from '../payments/move.ts'
import { recordReturnedTransfer, returnText } from '../payments/returned.ts'
import { inTimeOfPaid } from './in-time.ts'

/**
 * Simulates a transfer by the payer: the sandbox accepts or returns it and sends a webhook, as a real processor would.
 * @throws 403 in live mode; 422 account_not_found
 */
export async function simulateTransferHandler(
  given: UnitOfWork,
  { accountNumber, amountKobo }: ParsedInput<typeof simulateTransfer>,
) {
  if (given.mode !== 'TEST') throw problem.forbidden('Transfers are simulated in test mode only')
  const unitOfWork = await inTimeOfPaid(given, 'accountNumber', accountNumber)
  const message = await sandboxBank(sandboxStore(unitOfWork.write)).transfer(accountNumber, amountKobo)
  if (message === undefined)
    throw problem.field('accountNumber', 'The sandbox gave out no such account number', 'account_not_found')
  const webhook = await receiveWebhook(
    unitOfWork,
    connectorFor(unitOfWork.mode, unitOfWork.config, unitOfWork.write),
    message,
  )
  return webhook?.kind === 'returned'
    ? { outcome: 'returned' as const, reason: webhook.reason }
    : { outcome: 'accepted' as const, reason: null }
}

/**
 * Handles a webhook of the processor and returns the result: a transfer that the processor accepted can still be `returned` by us (the
 * payment was already paid). A message that is not a valid webhook changes nothing and returns undefined.
 */
export async function receiveWebhook(
  unitOfWork: UnitOfWork,
  connector: Connector,
  message: string,
): Promise<ProviderWebhook | undefined> {
  const webhook = connector.parseWebhook(message)
  if (!webhook) return undefined
  const key = { processorReference: webhook.reference }
  const { paidAt, amountKobo } = await unitOfWork.write((context) => {
    if (webhook.kind === 'returned') return recordReturn(context, webhook)
    return applyOutcome(context, key, webhook.kind === 'outcome' ? webhook.outcome : { kind: 'abandoned' })
  })
  const isSentBack = webhook.kind === 'outcome' && webhook.outcome.kind === 'success' && paidAt === null
  if (!isSentBack) return webhook
  return { kind: 'returned', reference: webhook.reference, amountKobo, reason: 'DUPLICATE', sender: null }
}

async function recordReturn(context: Context, returned: ProviderWebhook & { kind: 'returned' }) {
  const { tx } = context
  const { reference, amountKobo, reason } = returned
  const payment = await lockPayment(tx, { processorReference: reference })
  if (!payment) throw problem.notFound('payment')
  await recordReturnedTransfer(context, payment, returned)
  const changed = await updatePaymentRecord(tx, payment, { returnedKobo: amountKobo, returnedFor: reason })
  const updated =
    changed.status === 'pending' && reason !== 'ACCOUNT_EXPIRED'
      ? await updatePaymentRecord(tx, changed, {
          failureCode: reason,
          failureMessage: `${returnText(returned)}. Send exactly ${formatNaira(payment.amountKobo)}.`,
        })
      : changed
  await emitPayment(context, updated, 'bank_transfer.rejected')
  if (updated.status !== 'pending' || reason !== 'ACCOUNT_EXPIRED') return updated
  return applyOutcome(context, { processorReference: reference }, { kind: 'abandoned' })
}
