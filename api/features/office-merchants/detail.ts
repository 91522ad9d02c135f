import type { getOfficeMerchant } from '@adire/contract/back-office/merchants.ts'
import type { OfficeMerchant } from '@adire/contract/back-office/merchants-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, desc, eq, isNull, or } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { loadFunds, paidOutSql } from '../../ledger/funds.ts'
import { auditEvents } from '../audit/tables.ts'
import { users } from '../auth/tables.ts'
import { bankAccounts } from '../bank-accounts/tables.ts'
import { disputes } from '../disputes/tables.ts'
import { listKycItems } from '../kyc/items.ts'
import { findBusiness, findLiveRequest, type MerchantRecord } from '../kyc/review.ts'
import { findBank } from '../lookups/lookups.ts'
import { formatAddress } from '../merchants/address.ts'
import { fullName, roleNameColumns, toRoleName } from '../merchants/member-roles.ts'
import { customRoles, memberships, merchants } from '../merchants/tables.ts'
import { listPricesHandler } from '../prices/list.ts'
import { businessOwner, matchingOwner } from '../settlements/move.ts'
import { selectListedSettlements } from '../settlements/paid-late.ts'
import { loadRestrictions } from '../settlements/restrictions.ts'
import { payoutSettings, settlements } from '../settlements/tables.ts'
import { webhookEndpoints } from '../webhooks/tables.ts'
import { findMerchantRow } from './list.ts'
import { loadRouting } from './routing.ts'
import { staffNotes } from './tables.ts'

/** Rows of each list on the page of a business. */
const listed = 10
const listedNotes = 100

export const getOfficeMerchantHandler = (context: StaffContext, { id }: ParsedInput<typeof getOfficeMerchant>) =>
  loadOfficeMerchant(context, id)

/**
 * Everything that staff see about a business. No identity numbers, documents or secrets.
 * @throws 404 business_not_found
 */
export async function loadOfficeMerchant(context: StaffContext, id: string): Promise<OfficeMerchant> {
  const { tx } = context
  const business = await findBusiness(tx, id)
  const row = await findMerchantRow(tx, id)
  if (!row) throw problem.notFound('business')
  const inMode = { ...context, mode: business.mode, merchant: { id }, user: undefined, apiKey: undefined }
  return {
    ...row,
    businessPhone: business.businessPhone,
    address: formatAddress(business) || null,
    registrationNumber: business.registrationNumber,
    taxId: business.taxId,
    supportEmail: business.supportEmail,
    liveStatus: (await findLiveRequest(tx, business))?.status ?? 'not_requested',
    counterpartId: business.testMerchantId ?? (await findLive(tx, id)),
    kyc: (await listKycItems(tx, business.testMerchantId ?? id)).map(({ type, status, reason }) => ({
      type,
      status,
      reason,
    })),
    members: await listMembers(tx, id),
    bankAccounts: await listAccounts(tx, id),
    funds: await loadMoney(tx, id),
    restrictions: await loadRestrictions(tx, id),
    payoutTerms: await loadTerms(tx, id),
    prices: (await listPricesHandler(inMode)).content,
    routing: await loadRouting(context, business),
    ...(await loadRecent(tx, business)),
    notes: await listNotes(tx, id),
    auditLog: await listAudit(tx, id),
  }
}

async function findLive(tx: Tx, testMerchantId: string): Promise<string | null> {
  const [live] = await tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(eq(merchants.testMerchantId, testMerchantId))
  return live?.id ?? null
}

async function listMembers(tx: Tx, merchantId: string) {
  const rows = await tx
    .select({ user: users, role: memberships.role, ...roleNameColumns })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(customRoles, eq(customRoles.id, memberships.customRoleId))
    .where(eq(memberships.merchantId, merchantId))
    .orderBy(memberships.createdAt)
    .limit(100)
  return rows.map(({ user, ...role }) => ({
    email: user.email,
    name: fullName(user) ?? null,
    role: toRoleName(role).name,
  }))
}

async function listAccounts(tx: Tx, merchantId: string) {
  const rows = await tx
    .select()
    .from(bankAccounts)
    .where(and(eq(bankAccounts.merchantId, merchantId), isNull(bankAccounts.deletedAt)))
    .orderBy(desc(bankAccounts.primaryAccount), bankAccounts.id)
    .limit(20)
  return rows.map(({ bankId, accountNumber, accountName, primaryAccount, nameMatches }) => ({
    bank: findBank(bankId)?.name ?? 'Unknown bank',
    accountNumber,
    accountName,
    isPrimary: primaryAccount,
    nameMatches,
  }))
}

async function loadMoney(tx: Tx, merchantId: string) {
  const { unsettledKobo, heldKobo } = await loadFunds(tx, merchantId)
  const { rows } = await tx.$client.query<{ kobo: number }>(
    `select ${paidOutSql} as kobo from settlements where merchant_id = $1 and owner_id = $1`,
    [merchantId],
  )
  return { unsettledKobo, heldKobo, paidOutKobo: Number(rows[0]?.kobo ?? 0) }
}

async function loadTerms(tx: Tx, merchantId: string): Promise<OfficeMerchant['payoutTerms']> {
  const [settings] = await tx
    .select()
    .from(payoutSettings)
    .where(matchingOwner(businessOwner(merchantId)))
  const { reserveBps = 0, reserveDays = 90, stampDutyBearer = 'merchant' } = settings ?? {}
  return { reserveBps, reserveDays, stampDutyBearer }
}

async function loadRecent(tx: Tx, { id }: MerchantRecord) {
  const found = await tx
    .select()
    .from(disputes)
    .where(eq(disputes.merchantId, id))
    .orderBy(desc(disputes.createdAt))
    .limit(listed)
  const paid = await selectListedSettlements(tx)
    .where(and(eq(settlements.merchantId, id), eq(settlements.ownerId, id)))
    .orderBy(desc(settlements.createdAt))
    .limit(listed)
  const endpoints = await tx
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.merchantId, id), isNull(webhookEndpoints.deletedAt)))
    .orderBy(webhookEndpoints.createdAt)
    .limit(listed)
  return {
    disputes: found.map(({ reference, amountKobo, status, resolution, createdAt }) => ({
      reference,
      amountKobo,
      status: resolution ?? status,
      createdAt: createdAt.toISOString(),
    })),
    settlements: paid.map(({ reference, amountKobo, status, dueOn, returnedAt, paidLateAt }) => ({
      reference,
      amountKobo,
      status,
      dueOn,
      returnedAt: returnedAt?.toISOString() ?? null,
      paidLateAt: paidLateAt?.toISOString() ?? null,
    })),
    webhooks: endpoints.map(({ url, enabled, disabledReason }) => ({ url, enabled, disabledReason })),
  }
}

async function listNotes(tx: Tx, merchantId: string): Promise<OfficeMerchant['notes']> {
  const [business] = await tx.select().from(merchants).where(eq(merchants.id, merchantId))
  // A note about a business in one mode is a note about the business.
  const counterpart = business?.testMerchantId ?? (await findLive(tx, merchantId))
  const rows = await tx
    .select()
    .from(staffNotes)
    .where(
      or(
        eq(staffNotes.merchantId, merchantId),
        counterpart === null ? undefined : eq(staffNotes.merchantId, counterpart),
      ),
    )
    .orderBy(desc(staffNotes.id))
    .limit(listedNotes)
  return rows.map(({ id, text, author, createdAt }) => ({ id, text, author, at: createdAt.toISOString() }))
}

async function listAudit(tx: Tx, merchantId: string): Promise<OfficeMerchant['auditLog']> {
  const rows = await tx
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.merchantId, merchantId))
    .orderBy(desc(auditEvents.createdAt), desc(auditEvents.id))
    .limit(20)
  return rows.map(({ id, action, actorName, object, createdAt }) => ({
    id,
    action,
    actor: actorName,
    object,
    at: createdAt.toISOString(),
  }))
}
