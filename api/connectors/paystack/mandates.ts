import { hourMs } from '@adire/contract/durations.ts'
import * as z from 'zod/mini'
import type { ChargeOutcome } from '../charges.ts'
import type { MandateDebit, MandateRequest, Mandates, OpenedMandate, ProviderStatus } from '../mandates.ts'
import { type PaystackClient, PaystackRejection } from './client.ts'
import { findChargeOutcome, resolveRejection, Transaction, toChargeOutcome } from './transactions.ts'

const Initialized = z.object({ redirect_url: z.url(), reference: z.string() })
const Authorization = z.object({
  authorization_code: z.string(),
  channel: z.string(),
  active: z.boolean(),
  customer: z.object({ email: z.string() }),
})
type Authorization = z.output<typeof Authorization>

/** Delay of the next query while the bank activates a mandate, in ms. It takes hours, and an event may be lost. */
const activationPauseMs = hourMs

/**
 * Direct debit mandates. The customer authorises them on a page of Paystack, which makes an authorization: its code is queried before
 * each use, and not stored.
 */
export const paystackMandates = (client: PaystackClient): Mandates => ({
  // Paystack checks the account when the mandate is opened.
  findError: () => undefined,
  open: (request) => initialize(client, request),
  query: async (reference) => toProviderStatus(await findAuthorization(client, reference)),
  cancel: (reference) => deactivate(client, reference),
  debit: (debit) => debitAuthorization(client, debit),
})

async function initialize(client: PaystackClient, request: MandateRequest): Promise<OpenedMandate> {
  const { email, bankCode, accountNumber, returnUrl } = request
  const body = {
    email,
    channel: 'direct_debit',
    callback_url: returnUrl,
    account: { number: accountNumber, bank_code: bankCode },
  }
  try {
    const path = '/customer/authorization/initialize'
    const { redirect_url: url, reference } = await client.call('POST', path, { schema: Initialized, body })
    return { kind: 'page', url, processorReference: reference }
  } catch (error) {
    if (!(error instanceof PaystackRejection)) throw error
    return { kind: 'rejected', message: error.message.replace(/\.$/, '') }
  }
}

/** Authorization of a mandate; undefined until its customer has authorised it. */
async function findAuthorization(client: PaystackClient, reference: string): Promise<Authorization | undefined> {
  try {
    const path = `/customer/authorization/verify/${encodeURIComponent(reference)}`
    const found = await client.call('GET', path, { schema: Authorization })
    if (found.channel !== 'direct_debit') throw new Error(`Paystack reports ${found.channel} for ${reference}`)
    return found
  } catch (error) {
    const isUnknown = error instanceof PaystackRejection && (error.isNotFound || /does not exist/i.test(error.message))
    if (isUnknown) return undefined
    throw error
  }
}

function toProviderStatus(authorization: Authorization | undefined): ProviderStatus {
  if (!authorization) return { kind: 'unknown' }
  if (authorization.active) return { kind: 'active', ready: true }
  return { kind: 'awaits_bank', checkAgainAt: new Date(Date.now() + activationPauseMs) }
}

async function deactivate(client: PaystackClient, reference: string): Promise<void> {
  const authorization = await findAuthorization(client, reference)
  if (!authorization) return
  const body = { authorization_code: authorization.authorization_code }
  try {
    await client.call('POST', '/customer/authorization/deactivate', { schema: z.unknown(), body })
  } catch (error) {
    // Deactivated before.
    if (error instanceof PaystackRejection && !(await findAuthorization(client, reference))?.active) return
    throw error
  }
}

async function debitAuthorization(client: PaystackClient, debit: MandateDebit): Promise<ChargeOutcome> {
  const authorization = await findAuthorization(client, debit.mandateReference)
  if (!authorization?.active)
    return (await findChargeOutcome(client, debit)) ?? { kind: 'failed', reason: 'mandate_suspended' }
  const { reference, amountKobo: amount } = debit
  const { authorization_code, customer } = authorization
  const body = { email: customer.email, amount, currency: 'NGN', reference, authorization_code }
  try {
    const charged = await client.call('POST', '/transaction/charge_authorization', { schema: Transaction, body })
    return toChargeOutcome(client, charged, debit)
  } catch (error) {
    return resolveRejection(error, () => findChargeOutcome(client, debit))
  }
}
