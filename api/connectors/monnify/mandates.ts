import { dayMs, hourMs, lagosOffsetMs } from '@adire/contract/durations.ts'
import * as z from 'zod/mini'
import type { ChargeOutcome } from '../charges.ts'
import { toDeclineReason } from '../decline-texts.ts'
import type { MandateDebit, MandateRequest, Mandates, OpenedMandate, ProviderStatus } from '../mandates.ts'
import { isDuplicate, isNotFound, type MonnifyClient, MonnifyRejection } from './client.ts'
import { Debit, findDebit, toDebitOutcome } from './debits.ts'

const Text = z.optional(z.nullable(z.string()))
const Mandate = z.object({
  mandateCode: z.string(),
  /** Both names are published. */
  mandateReference: Text,
  externalMandateReference: Text,
  mandateStatus: z.string(),
  customerEmailAddress: z.string(),
  mandateDescription: z.string(),
  authorizationLink: Text,
})
type Mandate = z.output<typeof Mandate>
/** Delay of the next query while the bank activates a mandate, in ms. It takes hours, and an event may be lost. */
const activationPauseMs = hourMs
const yearMs = 365 * dayMs

/**
 * Direct debit mandates. The holder authorises them by a transfer of ₦50 from the account; a page of Monnify says where to. A mandate
 * has our reference there, and is queried before each use for the code that debits it.
 */
export const monnifyMandates = (client: MonnifyClient): Mandates => ({
  // Monnify checks the account when the mandate is opened.
  findError: () => undefined,
  open: (request) => openMandate(client, request),
  query: async (reference) => toProviderStatus(await findMandate(client, reference)),
  cancel: (reference) => cancelMandate(client, reference),
  debit: (debit) => debitMandate(client, debit),
})

async function openMandate(client: MonnifyClient, request: MandateRequest): Promise<OpenedMandate> {
  const { reference } = request
  const rejection = (await findMandate(client, reference)) ? undefined : await createMandate(client, request)
  const mandate = await findMandate(client, reference)
  if (!mandate && rejection) return { kind: 'rejected', message: rejection.message.replace(/\.$/, '') }
  if (mandate && statusOf(mandate) === 'FAILED') return { kind: 'rejected', message: notAccepted }
  // The link comes a moment after the mandate: the caller asks again.
  if (!mandate?.authorizationLink) throw new Error(`Monnify has no page for the mandate ${reference} yet`)
  return { kind: 'page', url: mandate.authorizationLink, processorReference: reference }
}

/** Returns the rejection, if it was rejected. */
async function createMandate(client: MonnifyClient, request: MandateRequest): Promise<MonnifyRejection | undefined> {
  const { reference, startOn, endOn, holder } = request
  if (!holder) throw new Error(`The mandate ${reference} has no phone number and address of its holder`)
  const startAt = new Date(Math.max(Date.parse(`${startOn}T00:00:00+01:00`), Date.now()))
  const body = {
    contractCode: client.contractCode,
    mandateReference: reference,
    customerName: request.accountName,
    customerPhoneNumber: holder.phone,
    customerEmailAddress: request.email,
    customerAddress: holder.address,
    customerAccountNumber: request.accountNumber,
    customerAccountBankCode: request.bankCode,
    mandateDescription: request.narration,
    mandateStartDate: toLagosTime(startAt),
    // A mandate without a last day is renewed each year.
    mandateEndDate: endOn ? `${endOn}T23:59:59` : toLagosTime(new Date(startAt.getTime() + yearMs)),
    autoRenew: endOn === null,
    customerCancellation: true,
    redirectUrl: request.returnUrl,
    ...(request.maxTotalKobo !== null && { mandateAmount: request.maxTotalKobo / 100 }),
  }
  try {
    await client.call('POST', '/api/v1/direct-debit/mandate/create', { schema: z.unknown(), body })
    return undefined
  } catch (error) {
    if (error instanceof MonnifyRejection) return error
    throw error
  }
}

/** Monnify's times have no zone, and are in Lagos. */
const toLagosTime = (at: Date): string => new Date(at.getTime() + lagosOffsetMs).toISOString().slice(0, 19)

/** Mandate of our reference; undefined if there is none. */
async function findMandate(client: MonnifyClient, reference: string): Promise<Mandate | undefined> {
  const query = { mandateReferences: reference }
  try {
    const found = await client.call('GET', '/api/v1/direct-debit/mandate/', { schema: z.array(Mandate), query })
    const mandate = found.find((one) => (one.mandateReference ?? one.externalMandateReference) === reference)
    if (!mandate && found.length > 0) throw new Error(`Monnify found another mandate than ${reference}`)
    return mandate
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

const notAccepted = 'The bank did not accept the mandate'

/** Monnify publishes the statuses with spaces, with underscores, and two names for a mandate that can be debited. */
const statusOf = ({ mandateStatus }: Mandate): string => mandateStatus.toUpperCase().replaceAll(' ', '_')

const ended: Record<string, ProviderStatus> = {
  FAILED: { kind: 'rejected', message: notAccepted },
  AUTHORIZATION_EXPIRED: { kind: 'closed', message: 'The account was not confirmed in time' },
  EXPIRED: { kind: 'closed', message: 'The mandate has expired at the bank' },
  CANCELLED: { kind: 'closed', message: 'The mandate was cancelled at the bank' },
}

/** @throws Error for a status that is unknown to us */
function toProviderStatus(mandate: Mandate | undefined): ProviderStatus {
  const status = mandate ? statusOf(mandate) : 'PENDING'
  if (status === 'INITIATED' || status === 'PENDING' || status === 'PENDING_AUTHORIZATION') return { kind: 'unknown' }
  if (status === 'PENDING_ACTIVATION')
    return { kind: 'awaits_bank', checkAgainAt: new Date(Date.now() + activationPauseMs) }
  if (status === 'ACTIVE' || status === 'ACTIVATED') return { kind: 'active', ready: true }
  if (status === 'SUSPENDED') return { kind: 'suspended', message: 'The bank has suspended the mandate' }
  const end = ended[status]
  if (!end) throw new Error(`Monnify reports the status ${status} of a mandate`)
  return end
}

async function cancelMandate(client: MonnifyClient, reference: string): Promise<void> {
  const mandate = await findMandate(client, reference)
  if (!mandate || statusOf(mandate) in ended) return
  const path = `/api/v1/direct-debit/mandate/cancel-mandate/${encodeURIComponent(mandate.mandateCode)}`
  try {
    await client.call('PATCH', path, { schema: z.unknown() })
  } catch (error) {
    // Cancelled before.
    const known = error instanceof MonnifyRejection ? await findMandate(client, reference) : undefined
    if (!known || !(statusOf(known) in ended)) throw error
  }
}

async function debitMandate(client: MonnifyClient, debit: MandateDebit): Promise<ChargeOutcome> {
  // A repeated call must not depend on how Monnify treats a reference that was used before.
  const known = await findDebit(client, debit)
  if (known) return known
  const mandate = await findMandate(client, debit.mandateReference)
  if (!mandate || toProviderStatus(mandate).kind !== 'active') return { kind: 'failed', reason: 'mandate_suspended' }
  const body = {
    paymentReference: debit.reference,
    mandateCode: mandate.mandateCode,
    debitAmount: debit.amountKobo / 100,
    narration: mandate.mandateDescription,
    customerEmail: mandate.customerEmailAddress,
  }
  try {
    const made = await client.call('POST', '/api/v1/direct-debit/mandate/debit', { schema: Debit, body })
    if (made.mandateCode !== mandate.mandateCode)
      throw new Error(`Monnify debits another mandate than ${debit.mandateReference}`)
    return toDebitOutcome(made, debit)
  } catch (error) {
    if (!(error instanceof MonnifyRejection)) throw error
    // A request of the same moment may have made the debit.
    const made = await findDebit(client, debit)
    if (made) return made
    if (isDuplicate(error)) return { kind: 'pending' }
    return { kind: 'failed', reason: toDeclineReason(error.message), processorText: error.message }
  }
}
