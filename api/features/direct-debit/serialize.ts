import { maskedNumber } from '@adire/contract/channels/method-name.ts'
import type { Debit, Mandate, MandateRow, MandateStanding } from '@adire/contract/direct-debit-schemas.ts'
import { and, eq, sql } from 'drizzle-orm'
import { type DeclineReason, responseCodes } from '../../connectors/response-codes.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { findBank } from '../lookups/lookups.ts'
import { consentUrl } from './consent-url.ts'
import { type DebitRecord, type MandateRecord, mandateEndsAt, mandateTimeline } from './move.ts'
import { calculateAllowedKobo } from './plan.ts'
import { mandateDebits, mandates } from './tables.ts'

/** Maximum number of timeline events returned, newest first. Daily debits exceed it within a year; older events are omitted. */
const maxEvents = 200

/** SQL: time of the next debit or retry of a mandate. */
export const nextDebitAt = (merchantId: string) =>
  sql<Date | null>`(
  select min(debit.due_at) from ${mandateDebits} debit
  where debit.merchant_id = ${merchantId} and debit.mandate_id = mandates.id
    and debit.status in ('scheduled', 'retrying')
)`.mapWith((value) => new Date(value as string))

/**
 * One of the merchant's mandates, by id or slug.
 * @throws 404
 */
export async function retrieveMandate(context: MerchantContext, key: string): Promise<Mandate> {
  const { tx, merchant, config } = context
  const mine = key.startsWith('mnd_') ? eq(mandates.slug, key) : eq(mandates.id, key)
  const [found] = await tx
    .select({ mandate: mandates, next: nextDebitAt(merchant.id) })
    .from(mandates)
    .where(and(eq(mandates.merchantId, merchant.id), mine))
  if (!found) throw problem.notFound('mandate')
  const { mandate, next } = found
  const allowedKobo = await calculateAllowedKobo(tx, mandate)
  return {
    ...toMandateRow(mandate, next),
    limitKobo: mandate.limitKobo,
    maxTotalKobo: mandate.maxTotalKobo,
    feeBearer: mandate.feeBearer,
    debitedKobo: mandate.debitedKobo,
    debits: mandate.debits,
    leftKobo: Number.isFinite(allowedKobo) ? Math.max(0, allowedKobo) : null,
    standing: toMandateStanding(mandate),
    consentUrl: mandate.status === 'draft' ? null : consentUrl(config, mandate),
    consent: consentOf(mandate),
    sentAt: text(mandate.sentAt),
    authorizedAt: text(mandate.authorizedAt),
    activatedAt: text(mandate.activatedAt),
    readyAt: text(mandate.readyAt),
    cancelledAt: mandate.status === 'cancelled' ? text(mandate.endedAt) : null,
    allowed: allowedFor(mandate),
    events: await mandateTimeline.list(tx, mandate, maxEvents),
  }
}

const text = (at: Date | null) => at?.toISOString() ?? null

export function toMandateRow(mandate: MandateRecord, next: Date | null): MandateRow {
  const bank = findBank(mandate.bankId)
  return {
    id: mandate.id,
    slug: mandate.slug,
    reference: mandate.reference,
    status: mandate.status,
    readyToDebit: mandate.readyToDebit,
    kind: mandate.kind,
    customerId: mandate.customerId,
    customerEmail: mandate.customerEmail,
    customerName: mandate.customerName,
    bankId: mandate.bankId,
    bankName: bank?.name ?? '',
    bankCode: bank?.code ?? '',
    accountNumber: maskedNumber(mandate.last4),
    accountName: mandate.accountName,
    amountKobo: mandate.amountKobo,
    frequency: mandate.frequency,
    startOn: mandate.startOn,
    endOn: mandate.endOn,
    narration: mandate.narration,
    nextDebitAt: text(next),
    createdAt: mandate.createdAt.toISOString(),
  }
}

function consentOf({ consentedAt, consentIp: ip, textVersion, consentText }: MandateRecord) {
  if (!consentedAt || !textVersion || !consentText) return null
  return { acceptedAt: consentedAt.toISOString(), ip, textVersion, text: consentText }
}

function allowedFor({ status, kind, readyToDebit }: MandateRecord): Mandate['allowed'] {
  if (status === 'draft') return ['edit', 'delete', 'send']
  if (status === 'pending' || status === 'pending_authorization') return ['send', 'cancel']
  if (status === 'authorization_expired') return ['send']
  if (status === 'pending_activation' || status === 'suspended') return ['cancel']
  if (status !== 'active') return []
  return kind === 'variable' && readyToDebit ? ['debit', 'cancel'] : ['cancel']
}

/** Progress of a mandate towards its first debit, and whether the merchant, the customer or the bank must act next. */
export function toMandateStanding(mandate: MandateRecord): MandateStanding {
  const { id, status, readyToDebit } = mandate
  const reached: [MandateStanding['steps'][number]['key'], Date | null][] = [
    ['created', mandate.createdAt],
    ['sent', status === 'draft' ? null : mandate.sentAt],
    ['consented', mandate.consentedAt],
    ['transferred', mandate.authorizedAt],
    ['activated', mandate.activatedAt],
    ['ready', mandate.readyAt],
  ]
  const next = reached.findIndex(([, at]) => at === null)
  const hasFailed = status === 'rejected' || status === 'authorization_expired' || status === 'cancelled'
  const stateAt = (index: number) => {
    if (next === -1 || index < next) return 'done' as const
    if (index > next) return 'upcoming' as const
    return hasFailed ? ('failed' as const) : ('current' as const)
  }
  const isWaiting = waiting[status] !== undefined || (status === 'active' && !readyToDebit)
  return {
    id,
    status,
    readyToDebit,
    steps: reached.map(([key, at], index) => ({ key, state: stateAt(index), at: text(at) })),
    waitsFor: isWaiting ? (waiting[status] ?? 'bank') : null,
    waitsSince: isWaiting ? mandate.since.toISOString() : null,
    endsAt: text(endsAt(mandate)),
    reason: mandate.reason,
  }
}

const waiting: Partial<Record<MandateRecord['status'], 'business' | 'customer' | 'bank'>> = {
  draft: 'business',
  pending: 'customer',
  pending_authorization: 'customer',
  pending_activation: 'bank',
  suspended: 'bank',
}

function endsAt(mandate: MandateRecord): Date | null {
  if (mandate.status === 'pending') return mandate.dueAt
  if (mandate.status === 'pending_authorization') return mandate.transferExpiresAt
  return mandate.status === 'active' || mandate.status === 'suspended' ? mandateEndsAt(mandate) : null
}

export function toDebitResponse(debit: DebitRecord, refundedKobo = 0): Debit {
  const { failureCode: code, failureMessage: message } = debit
  return {
    id: debit.id,
    mandateId: debit.mandateId,
    reference: debit.reference,
    source: debit.source,
    status: debit.status,
    amountKobo: debit.amountKobo,
    priceKobo: debit.priceKobo,
    narration: debit.narration,
    dueOn: debit.dueOn,
    nextAttemptAt: debit.status === 'scheduled' || debit.status === 'retrying' ? text(debit.dueAt) : null,
    noticedAt: text(debit.noticedAt),
    attempts: debit.attempts,
    failure:
      code && message
        ? { code, message, bankCode: code in responseCodes ? responseCodes[code as DeclineReason].code : null }
        : null,
    paymentId: debit.paymentId,
    refundedKobo,
    endedAt: text(debit.endedAt),
    createdAt: debit.createdAt.toISOString(),
  }
}
