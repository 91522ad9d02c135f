import * as z from 'zod/mini'
import { PaystackError } from './errors.ts'
import { paymentFeesKobo } from './fees.ts'
import {
  type Authorization,
  createCode,
  createId,
  findOrCreateCustomer,
  type Integration,
  type Transaction,
} from './integration.ts'
import type { Answer, Call, Scope } from './simulation.ts'
import { toChargeData, toTransactionData } from './transaction-data.ts'

const Initialize = z.object({
  email: z.string(),
  amount: z.number(),
  currency: z.optional(z.string()),
  reference: z.optional(z.string()),
  callback_url: z.optional(z.string()),
  metadata: z.optional(z.unknown()),
})
const ChargeAuthorization = z.extend(z.omit(Initialize, { callback_url: true }), { authorization_code: z.string() })

export interface NewTransaction {
  email: string
  amount: number
  currency?: string | undefined
  reference?: string | undefined
  metadata?: unknown
}

function requireValid({ email, amount, currency = 'NGN', reference }: NewTransaction, integration: Integration): void {
  const reject = (message: string, code: string) => new PaystackError(400, message, { code, isViolation: true })
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw reject('Invalid Email Address Passed', 'invalid_email_address')
  if (amount < 1) throw reject('Invalid Amount Sent', 'invalid_amount')
  if (currency !== 'NGN') throw reject('Currency not supported by merchant', 'unsupported_currency')
  if (reference === undefined) return
  if (!/^[\w.=-]+$/.test(reference) || reference.includes('_'))
    throw reject('Only -, ., = and alphanumeric characters are allowed in a reference', 'invalid_params')
  if (integration.transactions.has(reference)) throw new PaystackError(400, 'Duplicate Transaction Reference')
}

/** @throws {PaystackError} 400 for a reference that was used, or for a wrong value */
export function createTransaction(
  { simulation, integration }: Scope,
  input: NewTransaction,
  more: Partial<Transaction>,
): Transaction {
  requireValid(input, integration)
  const transaction: Transaction = {
    id: createId(),
    reference: input.reference ?? createCode('', 10),
    status: 'pending',
    amountKobo: input.amount,
    feesKobo: 0,
    channel: null,
    customer: findOrCreateCustomer(integration, input.email),
    metadata: input.metadata ?? '',
    gatewayResponse: '',
    createdAt: simulation.now(),
    paidAt: null,
    authorization: null,
    accessCode: null,
    callbackUrl: null,
    account: null,
    ussdCode: null,
    steps: [],
    settlementId: null,
    ...more,
  }
  integration.transactions.set(transaction.reference, transaction)
  return transaction
}

/** Marks the transaction as paid and sends `charge.success`. */
export function payTransaction(scope: Scope, transaction: Transaction, authorization: Authorization): void {
  const { simulation, integration } = scope
  Object.assign(transaction, {
    status: 'success',
    channel: authorization.channel,
    feesKobo: paymentFeesKobo(transaction.amountKobo),
    gatewayResponse: 'Approved',
    paidAt: simulation.now(),
    authorization,
    steps: [],
  })
  integration.authorizations.set(authorization.code, authorization)
  integration.balanceKobo += transaction.amountKobo - transaction.feesKobo
  scope.emitEvent({ event: 'charge.success', data: toTransactionData(transaction, integration) })
}

/** Marks the transaction as failed. Paystack sends no event for this. */
export function failTransaction(transaction: Transaction, gatewayResponse: string): void {
  Object.assign(transaction, { status: 'failed', gatewayResponse, steps: [] })
}

/** Transaction as it is now: a transfer account that has expired makes it `abandoned`. */
export function readTransaction({ simulation }: Scope, transaction: Transaction): Transaction {
  if (transaction.status === 'pending' && transaction.account && transaction.account.expiresAt <= simulation.now())
    Object.assign(transaction, { status: 'abandoned', gatewayResponse: 'The transaction was not completed' })
  return transaction
}

/** @throws {PaystackError} 400 if there is none */
export function findTransaction(scope: Scope, reference: string): Transaction {
  const found = scope.integration.transactions.get(reference)
  if (found) return readTransaction(scope, found)
  throw new PaystackError(400, 'Transaction reference not found.', {
    code: 'transaction_not_found',
    nextStep: 'Ensure that you pass a valid reference',
  })
}

export function initializeTransaction(call: Call): Answer {
  const { callback_url, ...input } = Initialize.parse(call.body)
  const accessCode = createCode('')
  const transaction = createTransaction(call, input, {
    status: 'abandoned',
    gatewayResponse: 'The transaction was not completed',
    accessCode,
    callbackUrl: callback_url ?? null,
  })
  const data = {
    authorization_url: `${call.simulation.url()}/checkout/${accessCode}`,
    access_code: accessCode,
    reference: transaction.reference,
  }
  return { message: 'Authorization URL created', data }
}

export function verifyTransaction(call: Call): Answer {
  const transaction = findTransaction(call, call.params.reference!)
  return { message: 'Verification successful', data: toTransactionData(transaction, call.integration) }
}

export function fetchTransaction(call: Call): Answer {
  const found = [...call.integration.transactions.values()].find(({ id }) => id === Number(call.params.id))
  if (!found) throw new PaystackError(404, 'Transaction ID or reference is invalid', { code: 'transaction_not_found' })
  return { message: 'Transaction retrieved', data: toTransactionData(readTransaction(call, found), call.integration) }
}

/** Charges an authorization. The answer has the outcome, except for a direct debit, which is `processing` for a while. */
export function chargeAuthorization(call: Call): Answer {
  const { authorization_code, ...input } = ChargeAuthorization.parse(call.body)
  const authorization = call.integration.authorizations.get(authorization_code)
  if (!authorization?.isReusable || !authorization.isActive)
    throw new PaystackError(400, 'Invalid Authorization Code', { code: 'invalid_params' })
  if (authorization.email !== input.email)
    throw new PaystackError(
      400,
      'Email does not match Authorization code. Authorization may be inactive or belong to a different email.',
      {
        code: 'invalid_params',
        isViolation: true,
      },
    )
  if (authorization.asksHolder) return pauseCharge(call, input, authorization)
  const transaction = createTransaction(call, input, { channel: authorization.channel })
  if (authorization.isDelayed)
    Object.assign(transaction, { status: 'processing', gatewayResponse: 'Transaction in progress', authorization })
  else if (authorization.declineMessage === null) payTransaction(call, transaction, authorization)
  else {
    failTransaction(transaction, authorization.declineMessage)
    transaction.authorization = authorization
  }
  return { message: 'Charge attempted', data: toChargeData(transaction, call.integration) }
}

/** The holder has to confirm on the hosted page. Paystack publishes the response, and not the status until then: it is assumed. */
function pauseCharge(call: Call, input: NewTransaction, authorization: Authorization): Answer {
  const accessCode = createCode('')
  const { reference } = createTransaction(call, input, {
    ...{ channel: 'card', status: 'abandoned', gatewayResponse: 'The transaction was not completed' },
    ...{ authorization, accessCode, callbackUrl: call.simulation.callbackUrl },
  })
  const authorization_url = `${call.simulation.url()}/checkout/${accessCode}`
  return {
    message: 'Please, redirect your customer to the authorization url provided',
    data: { authorization_url, reference, access_code: accessCode, paused: true },
  }
}
