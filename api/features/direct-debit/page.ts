import type { Mode } from '@adire/contract/call.ts'
import { maskedNumber } from '@adire/contract/channels/method-name.ts'
import { endedByCustomer, skippedByCustomer } from '@adire/contract/direct-debit.ts'
import { consentText, consentVersion } from '@adire/contract/mandate-consent.ts'
import type { MandatePage } from '@adire/contract/mandate-page-schemas.ts'
import { and, asc, desc, eq, inArray, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { merchantsOfNames } from '../../database/merchant-of-name.ts'
import { problem } from '../../http/problem.ts'
import { lagosDay } from '../../lagos.ts'
import { findBank } from '../lookups/lookups.ts'
import { logoUrl } from '../merchants/logo-url.ts'
import { merchants } from '../merchants/tables.ts'
import { needsHolderDetails } from './holder.ts'
import type { MandateRecord } from './move.ts'
import { mandateDebits, mandates } from './tables.ts'

type Business = typeof merchants.$inferSelect
export interface OpenedMandate {
  mandate: MandateRecord
  business: Business
}

const merchantsOfAccessCodes = merchantsOfNames(mandates, mandates.accessCode)

/**
 * A mandate by access code, with its merchant.
 * @throws 404 if it is unknown, of the other mode, or an unsent draft
 */
export async function findOpenedMandate(tx: Tx, mode: Mode, accessCode: string): Promise<OpenedMandate> {
  const found = await merchantsOfAccessCodes.findByName(tx, accessCode, (merchantId) =>
    tx
      .select({ mandate: mandates, business: merchants })
      .from(mandates)
      .innerJoin(merchants, and(eq(merchants.id, mandates.merchantId), eq(merchants.mode, mode)))
      .where(and(eq(mandates.merchantId, merchantId), eq(mandates.accessCode, accessCode))),
  )
  if (!found || found.mandate.status === 'draft') throw problem.notFound('mandate')
  return found
}

/** The consent text in its current wording. */
export const consentTextOf = ({ mandate, business }: OpenedMandate) =>
  consentText({
    businessName: business.businessName,
    kind: mandate.kind,
    limitKobo: mandate.limitKobo,
    maxTotalKobo: mandate.maxTotalKobo,
    frequency: mandate.frequency,
    startOn: mandate.startOn,
    endOn: mandate.endOn,
    bankName: findBank(mandate.bankId)?.name ?? '',
    accountName: mandate.accountName,
    last4: mandate.last4,
    supportEmail: business.supportEmail,
    isForSubscription: mandate.subscriptionId !== null,
  })

/** Serializes a mandate for its customer. */
export async function toMandatePageResponse(context: Context, opened: OpenedMandate): Promise<MandatePage> {
  const { tx, config, now } = context
  const { mandate, business } = opened
  return {
    accessCode: mandate.accessCode,
    reference: mandate.reference,
    mode: business.mode,
    business: {
      name: business.businessName,
      supportEmail: business.supportEmail,
      logoUrl: logoUrl(config, business.logoFileId),
      brandColor: business.brandColor,
    },
    customer: { name: mandate.customerName, email: mandate.customerEmail },
    account: {
      bankName: findBank(mandate.bankId)?.name ?? '',
      accountNumber: maskedNumber(mandate.last4),
      accountName: mandate.accountName,
    },
    kind: mandate.kind,
    amountKobo: mandate.amountKobo,
    limitKobo: mandate.limitKobo,
    maxTotalKobo: mandate.maxTotalKobo,
    frequency: mandate.frequency,
    isForSubscription: mandate.subscriptionId !== null,
    startOn: mandate.startOn,
    endOn: mandate.endOn,
    narration: mandate.narration,
    status: mandate.status,
    readyToDebit: mandate.readyToDebit,
    endedBy: endedByOf(mandate),
    reason: mandate.status === 'cancelled' && mandate.endedBy !== 'bank' ? null : mandate.reason,
    textVersion: mandate.textVersion ?? consentVersion,
    text: mandate.consentText ?? consentTextOf(opened),
    asksHolder: mandate.consentedAt === null && (await needsHolderDetails(context, mandate)),
    acceptedAt: mandate.consentedAt?.toISOString() ?? null,
    otp: otpOf(mandate, now),
    authorizationUrl: authorizationUrlOf(mandate),
    transfer: transferOf(mandate),
    ...(await listPageDebits(tx, mandate)),
  }
}

/** Mandates that ended before `endedBy` was stored have only their reason. */
const endedByOf = ({ endedBy, reason, status }: MandateRecord) =>
  endedBy ?? (reason && customerReasons.has(reason) ? 'customer' : status === 'rejected' ? 'bank' : null)

const customerReasons = new Set<string>(Object.values(endedByCustomer))

function otpOf({ status, otpHash, otpAttemptsLeft, otpExpiresAt, customerEmail }: MandateRecord, now: Date) {
  if (status !== 'pending' || !otpHash || !otpAttemptsLeft || !otpExpiresAt || otpExpiresAt <= now) return null
  return { sentTo: hidden(customerEmail), expiresAt: otpExpiresAt.toISOString(), triesLeft: otpAttemptsLeft }
}

/** Masks an email: "a•••@example.com". */
const hidden = (email: string) => email.replace(/^(.).*(?=@)/, '$1•••')

const authorizationUrlOf = ({ status, authorizationUrl }: MandateRecord) =>
  status === 'pending_authorization' || status === 'pending_activation' ? authorizationUrl : null

function transferOf(mandate: MandateRecord): MandatePage['transfer'] {
  const { status, transferBank: bankName, transferAccountNumber: accountNumber, transferExpiresAt } = mandate
  if (status !== 'pending_authorization' || !bankName || !accountNumber || !transferExpiresAt) return null
  return {
    bankName,
    accountNumber,
    accountName: mandate.transferAccountName!,
    amountKobo: mandate.transferKobo!,
    expiresAt: transferExpiresAt.toISOString(),
  }
}

async function listPageDebits(tx: Tx, { merchantId, id: mandateId }: MandateRecord) {
  const ofMandate = and(eq(mandateDebits.merchantId, merchantId), eq(mandateDebits.mandateId, mandateId))
  const upcoming = await tx
    .select()
    .from(mandateDebits)
    .where(and(ofMandate, inArray(mandateDebits.status, ['scheduled', 'retrying'])))
    .orderBy(asc(mandateDebits.dueAt))
    .limit(3)
  const past = await tx
    .select()
    .from(mandateDebits)
    .where(
      and(
        ofMandate,
        or(
          inArray(mandateDebits.status, ['processing', 'success', 'failed']),
          eq(mandateDebits.failureCode, skippedByCustomer),
        ),
      ),
    )
    .orderBy(desc(mandateDebits.dueOn), desc(mandateDebits.id))
    .limit(10)
  return {
    coming: upcoming.map(({ id, dueAt, dueOn, amountKobo }) => ({
      id,
      day: dueAt ? lagosDay(dueAt) : dueOn,
      amountKobo,
    })),
    past: past.map(({ dueOn, amountKobo, status }) => ({ day: dueOn, amountKobo, status })),
  }
}
