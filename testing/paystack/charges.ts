import * as z from 'zod/mini'
import type { TransferIn, TransferInResult } from '../processor/transfer-in.ts'
import { createAuthorization } from './authorizations.ts'
import { findBank, transferBank } from './banks.ts'
import { Card, readCard, requireAttested } from './cards.ts'
import { PaystackError } from './errors.ts'
import { createCode, createId, type Step, type Transaction } from './integration.ts'
import type { Answer, Call, Scope } from './simulation.ts'
import { toChargeData, toCustomerData } from './transaction-data.ts'
import {
  chargeAuthorization,
  createTransaction,
  failTransaction,
  findTransaction,
  payTransaction,
  readTransaction,
} from './transactions.ts'

const Charge = z.object({
  email: z.string(),
  amount: z.number(),
  currency: z.optional(z.string()),
  reference: z.optional(z.string()),
  metadata: z.optional(z.unknown()),
  authorization_code: z.optional(z.string()),
  bank: z.optional(z.object({ code: z.string(), account_number: z.string() })),
  ussd: z.optional(z.object({ type: z.string() })),
  card: z.optional(Card),
  bank_transfer: z.optional(z.object({ account_expires_at: z.optional(z.string()) })),
})
type Charge = z.output<typeof Charge>

const minute = 60_000
/** One-time password that the bank accepts. */
const correctOtp = '123456'
const stepTexts: Record<Step, string> = {
  send_pin: 'Please enter your PIN',
  send_otp: 'Please enter the OTP sent to your phone',
  send_phone: 'Please enter your phone number',
  send_birthday: 'Please enter your birthday',
  send_address: 'Please enter your billing address',
  open_url: '',
}

/** `POST /charge`. Cards only from a merchant that has shown its attestation of compliance. */
export function createCharge(call: Call): Answer {
  const { authorization_code, bank, ussd, bank_transfer, card, ...input } = Charge.parse(call.body)
  if (authorization_code) return chargeAuthorization(call)
  if (card) return chargeCard(call, input, card)
  if (bank_transfer) return chargeByTransfer(call, input, bank_transfer.account_expires_at)
  if (ussd) return chargeByUssd(call, input, ussd.type)
  if (bank) return chargeBank(call, input, bank)
  throw new PaystackError(400, 'Charge channel is required', { code: 'invalid_params', isViolation: true })
}

function chargeByTransfer(call: Call, input: Charge, expiresAt: string | undefined): Answer {
  const now = call.simulation.now().getTime()
  const expiry = expiresAt ? Date.parse(expiresAt) : now + 15 * minute
  // A minute more at each end, for the time that the request took.
  if (expiry < now + 14 * minute || expiry > now + 481 * minute)
    throw new PaystackError(400, 'account_expires_at must be between 15 minutes and 8 hours from now', {
      code: 'invalid_params',
      isViolation: true,
    })
  const account = { number: `9${String(createId()).slice(-9)}`, expiresAt: new Date(expiry) }
  const { reference } = createTransaction(call, input, { channel: 'bank_transfer', account })
  const data = {
    reference,
    status: 'pending_bank_transfer',
    display_text: 'Please make a transfer to the account specified',
    account_name: 'PAYSTACK CHECKOUT',
    account_number: account.number,
    bank: transferBank,
    account_expires_at: account.expiresAt.toISOString(),
  }
  return { message: 'Charge attempted', data }
}

/** The only bank whose codes Paystack's documentation offers. */
export const ussdBank = 'Guaranty Trust Bank'

function chargeByUssd(call: Call, input: Charge, type: string): Answer {
  if (type !== '737')
    throw new PaystackError(400, 'USSD type is not available', { code: 'invalid_params', isViolation: true })
  const ussdCode = `*737*33*4*${String(createId()).slice(-6)}#`
  const { reference } = createTransaction(call, input, { channel: 'ussd', ussdCode })
  const display_text = `Please dial ${ussdCode} on your mobile phone to complete the transaction`
  return { message: 'Charge attempted', data: { reference, status: 'pay_offline', display_text, ussd_code: ussdCode } }
}

function chargeBank(call: Call, input: Charge, { code, account_number }: NonNullable<Charge['bank']>): Answer {
  const bank = findBank(code)
  if (!bank)
    throw new PaystackError(400, `Unknown bank code: ${code}`, { code: 'unknown_bank_code', isViolation: true })
  const authorization = createAuthorization(input.email, 'bank', {
    last4: account_number.slice(-4),
    bank: bank.name,
    brand: 'Bank account',
  })
  const transaction = createTransaction(call, input, {
    channel: 'bank',
    authorization,
    accessCode: createCode(''),
    steps: [...(call.simulation.bankSteps.get(code) ?? ['send_birthday', 'send_otp'])],
  })
  return answerStep(call, transaction)
}

function chargeCard(call: Call, input: Charge, card: Card): Answer {
  requireAttested(call.simulation.acceptsCards)
  const { authorization, steps } = readCard(input.email, card)
  const transaction = createTransaction(call, input, {
    ...{ channel: 'card', authorization, steps },
    accessCode: createCode(''),
    callbackUrl: call.simulation.callbackUrl,
  })
  return steps.length > 0 ? answerStep(call, transaction) : endCharge(call, transaction)
}

/** The bank has all responses, and decides. */
function endCharge(call: Call, transaction: Transaction): Answer {
  const authorization = transaction.authorization!
  if (authorization.declineMessage === null) payTransaction(call, transaction, authorization)
  else failTransaction(transaction, authorization.declineMessage)
  return { message: 'Charge attempted', data: toChargeData(transaction, call.integration) }
}

function answerStep({ simulation }: Scope, { reference, accessCode, steps: [status] }: Transaction): Answer {
  const way =
    status === 'open_url' ? { url: `${simulation.url()}/checkout/${accessCode}` } : { display_text: stepTexts[status!] }
  return { message: 'Charge attempted', data: { reference, status, ...way } }
}

/** Handler of `POST /charge/submit_…`: the payer's response to the step that is open. */
export function submitStep(step: Step): (call: Call) => Answer {
  const Submitted = z.object({ reference: z.string(), otp: z.optional(z.string()) })
  return (call) => {
    const { reference, otp } = Submitted.parse(call.body)
    const transaction = findTransaction(call, reference)
    if (transaction.steps[0] !== step)
      throw new PaystackError(400, 'Transaction is not waiting for this', { code: 'invalid_params', isViolation: true })
    if (step === 'send_otp' && otp !== correctOtp) {
      failTransaction(transaction, 'Incorrect OTP')
      return { message: 'Charge attempted', data: toChargeData(transaction, call.integration) }
    }
    if (transaction.steps.length === 1) return endCharge(call, transaction)
    transaction.steps.shift()
    return answerStep(call, transaction)
  }
}

/** `GET /charge/{reference}`, which is for charges that were `pending`. */
export function checkCharge(call: Call): Answer {
  const transaction = findTransaction(call, call.params.reference!)
  const { reference, status, steps } = transaction
  const message = 'Reference check successful'
  if (steps.length > 0) return { ...answerStep(call, transaction), message }
  if (status === 'success') return { message, data: toChargeData(transaction, call.integration) }
  const text = status === 'failed' ? { message: transaction.gatewayResponse } : {}
  return { message, data: { reference, status, ...text } }
}

/** @throws {Error} if no transaction has the account number */
export function receiveTransfer(scope: Scope, transfer: TransferIn): TransferInResult {
  const transactions = [...scope.integration.transactions.values()]
  const transaction = transactions.find(({ account }) => account?.number === transfer.accountNumber)
  if (!transaction) throw new Error(`No transaction has the account number ${transfer.accountNumber}`)
  readTransaction(scope, transaction)
  const reject = (reason: string, message: string): TransferInResult => {
    scope.emitEvent({
      event: 'bank.transfer.rejected',
      data: toRejectedData(scope, transaction, transfer, reason, message),
    })
    return { kind: 'rejected', reason }
  }
  if (transaction.account!.expiresAt <= scope.simulation.now()) return reject('ACCOUNT_EXPIRED', 'account has expired')
  if (transaction.status !== 'pending') return reject('DUPLICATE', 'transaction is already completed')
  if (transfer.amountKobo !== transaction.amountKobo) return reject('INCORRECT_AMOUNT', 'incorrect amount sent')
  const authorization = createAuthorization(transaction.customer.email, 'bank_transfer', {
    last4: 'X553',
    bank: transfer.senderBank,
    brand: 'Managed Account',
    sender: { name: transfer.senderName, bank: transfer.senderBank },
  })
  payTransaction(scope, transaction, authorization)
  return { kind: 'paid' }
}

/** Paystack sends the id of the transaction here, the amount as text, and neither the reference nor the mode of the transaction. */
function toRejectedData(
  { integration }: Scope,
  { id, customer }: Transaction,
  { amountKobo }: TransferIn,
  reason: string,
  message: string,
) {
  return {
    bank_transfer: { amount: String(amountKobo), message, message_type: reason, transaction_id: String(id) },
    customer: { ...toCustomerData(customer), domain: integration.domain, integration: integration.id },
  }
}
