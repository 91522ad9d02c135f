import * as z from 'zod/mini'
import { findBank } from './banks.ts'
import { PaystackError } from './errors.ts'
import { transferFeesKobo } from './fees.ts'
import {
  createCode,
  createId,
  type Integration,
  type Recipient,
  type Transfer,
  type TransferStatus,
} from './integration.ts'
import { isWithin, selectByCursor } from './pages.ts'
import type { Answer, Call, Scope } from './simulation.ts'

const CreateRecipient = z.object({
  type: z.string(),
  name: z.string(),
  account_number: z.string(),
  bank_code: z.string(),
})
const CreateTransfer = z.object({
  source: z.string(),
  amount: z.number(),
  recipient: z.string(),
  reference: z.string(),
  reason: z.optional(z.string()),
})

/** `POST /transferrecipient`. The same account gives the same recipient. */
export function createRecipient(call: Call): Answer {
  const { integration, simulation } = call
  const input = CreateRecipient.parse(call.body)
  const bank = findBank(input.bank_code)
  if (input.type !== 'nuban' || !/^\d{10}$/.test(input.account_number) || !bank)
    throw new PaystackError(400, 'Account details are invalid', { code: 'invalid_params' })
  const known = [...integration.recipients.values()].find(
    (one) => one.accountNumber === input.account_number && one.bankCode === input.bank_code,
  )
  const recipient: Recipient = known ?? {
    id: createId(),
    code: createCode('RCP_'),
    name: input.name,
    accountNumber: input.account_number,
    bankCode: bank.code,
    bankName: bank.name,
    createdAt: simulation.now(),
  }
  integration.recipients.set(recipient.code, recipient)
  const data = toRecipientData(recipient, integration)
  return { message: 'Transfer recipient created successfully', data }
}

const toRecipientData = (recipient: Recipient, { id: integration, domain }: Integration) => ({
  active: true,
  createdAt: recipient.createdAt.toISOString(),
  currency: 'NGN',
  description: null,
  domain,
  email: null,
  id: recipient.id,
  integration,
  metadata: null,
  name: recipient.name,
  recipient_code: recipient.code,
  type: 'nuban',
  updatedAt: recipient.createdAt.toISOString(),
  is_deleted: false,
  isDeleted: false,
  details: {
    authorization_code: null,
    account_number: recipient.accountNumber,
    account_name: recipient.name,
    bank_code: recipient.bankCode,
    bank_name: recipient.bankName,
  },
})

/** `POST /transfer`. The money leaves the balance at once, with the fees. */
export function createTransfer(call: Call): Answer {
  const { integration, simulation } = call
  const input = CreateTransfer.parse(call.body)
  if (!/^[a-z0-9_-]{16,50}$/.test(input.reference))
    throw new PaystackError(400, 'Reference must be 16 to 50 lowercase letters, digits, - and _', {
      code: 'invalid_params',
      isViolation: true,
    })
  if (integration.transfers.has(input.reference))
    throw new PaystackError(400, 'Please provide a unique reference. Reference already exists on a transfer')
  const recipient = integration.recipients.get(input.recipient)
  if (!recipient) throw new PaystackError(400, 'Recipient specified is invalid', { code: 'invalid_transfer_recipient' })
  const feesKobo = transferFeesKobo(input.amount)
  if (input.amount + feesKobo > integration.balanceKobo)
    throw new PaystackError(400, 'Your balance is not enough to fulfil this request', {
      type: 'api_error',
      code: 'insufficient_balance',
    })
  const now = simulation.now()
  const transfer: Transfer = {
    id: createId(),
    code: createCode('TRF_', 16),
    reference: input.reference,
    status: simulation.approvalUrl ? 'received' : 'pending',
    amountKobo: input.amount,
    feesKobo,
    reason: input.reason ?? '',
    recipient,
    createdAt: now,
    updatedAt: now,
  }
  integration.transfers.set(transfer.reference, transfer)
  integration.balanceKobo -= transfer.amountKobo + feesKobo
  const {
    session: _,
    fee_charged: __,
    fees_breakdown: ___,
    gateway_response: ____,
    ...data
  } = toTransferData(transfer, integration)
  return { message: 'Transfer has been queued', data: { ...data, recipient: recipient.id } }
}

const toTransferData = (transfer: Transfer, integration: Integration) => ({
  amount: transfer.amountKobo,
  createdAt: transfer.createdAt.toISOString(),
  currency: 'NGN',
  domain: integration.domain,
  failures: null,
  id: transfer.id,
  integration: integration.id,
  reason: transfer.reason,
  reference: transfer.reference,
  source: 'balance',
  source_details: null,
  status: transfer.status,
  titan_code: null,
  transfer_code: transfer.code,
  request: transfer.id + 1,
  transferred_at: transfer.status === 'success' ? transfer.updatedAt.toISOString() : null,
  updatedAt: transfer.updatedAt.toISOString(),
  recipient: toRecipientData(transfer.recipient, integration),
  session: { provider: 'nip', id: String(transfer.id) },
  fee_charged: transfer.feesKobo,
  fees_breakdown: null,
  gateway_response: null,
})

export function verifyTransfer({ integration, params }: Call): Answer {
  const found = integration.transfers.get(params.reference!)
  if (!found) throw new PaystackError(404, 'Transfer not found', { code: 'transfer_not_found' })
  return { message: 'Transfer retrieved', data: toTransferData(found, integration) }
}

/** `GET /transfer`, the newest first. */
export function listTransfers({ integration, query }: Call): Answer {
  const found = [...integration.transfers.values()].filter(
    ({ status, createdAt }) => (!query.status || query.status === status) && isWithin(query, createdAt),
  )
  const { rows, meta } = selectByCursor(found.toReversed(), query)
  return { message: 'Transfers retrieved', data: rows.map((one) => toTransferData(one, integration)), meta }
}

/** Final statuses that have an event. */
const statusesWithEvent = new Set<TransferStatus>(['success', 'failed', 'reversed'])

/**
 * Moves a transfer to another status. Money that did not arrive returns to the balance; only `success` can become `reversed`, and only
 * `failed` can be paid late.
 * @throws {Error} if there is no such transfer, or it has ended
 */
export function settleTransfer(scope: Scope, reference: string, status: TransferStatus): void {
  const { integration, simulation, emitEvent } = scope
  const transfer = integration.transfers.get(reference)
  const isOpen = transfer && ['pending', 'otp', 'received'].includes(transfer.status)
  const isLate = transfer?.status === 'failed' && status === 'success'
  if (!transfer || !(isOpen || isLate || (transfer.status === 'success' && status === 'reversed')))
    throw new Error(`No transfer ${reference} is open`)
  if (isLate) integration.balanceKobo -= transfer.amountKobo + transfer.feesKobo
  Object.assign(transfer, { status, updatedAt: simulation.now() })
  if (['failed', 'reversed', 'blocked', 'rejected'].includes(status))
    integration.balanceKobo += transfer.amountKobo + transfer.feesKobo
  const { id, domain } = integration
  if (statusesWithEvent.has(status))
    emitEvent({
      event: `transfer.${status}`,
      data: {
        ...toTransferData(transfer, integration),
        integration: { id, is_live: domain === 'live', business_name: 'Merchant' },
      },
    })
}
