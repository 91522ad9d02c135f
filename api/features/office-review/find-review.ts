import type { Review, ReviewItem } from '@adire/contract/back-office/review-schemas.ts'
import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { files } from '../../files/tables.ts'
import { auditEvents } from '../audit/tables.ts'
import { users } from '../auth/tables.ts'
import { findPrimaryAccount } from '../bank-accounts/primary-account.ts'
import { type KycRow, listKycItems } from '../kyc/items.ts'
import { sandboxReviewer } from '../kyc/move.ts'
import { openOwner } from '../kyc/owner.ts'
import { findKycKind, findKycLabel } from '../kyc/requirements.ts'
import { findBusiness, findLiveRequest, type MerchantRecord } from '../kyc/review.ts'
import { businessTypes, findBank, findCategory } from '../lookups/lookups.ts'
import { formatAddress } from '../merchants/address.ts'
import { memberships } from '../merchants/tables.ts'
import { findClaim } from './claims.ts'

const historyLength = 30

/**
 * Everything about the review of a business.
 * @throws 404 business_not_found
 */
export async function findReview(context: StaffContext, id: string): Promise<Review> {
  const { tx } = context
  const business = await findBusiness(tx, id)
  const rows = await listKycItems(tx, business.id)
  const request = await findLiveRequest(tx, business)
  const owner = await findOwner(context, business.id)
  return {
    id: business.id,
    merchantCode: business.merchantCode,
    businessName: business.businessName,
    mode: business.mode,
    businessType: businessTypes.find((type) => type.id === business.businessTypeId)?.name ?? null,
    category: (business.categoryId && findCategory(business.categoryId)?.name) || null,
    description: business.businessDescription,
    email: business.businessEmail,
    phone: business.businessPhone,
    address: formatAddress(business),
    userName: [owner?.firstName, owner?.lastName].filter(Boolean).join(' ') || null,
    userEmail: owner?.email ?? null,
    items: await describeItems(context, business, rows),
    goLive: {
      status: request?.status ?? 'not_requested',
      reason: request?.reason ?? null,
      requestedAt: request?.requestedAt?.toISOString() ?? null,
    },
    sandboxApproved: rows
      .filter(({ reviewedBy, status }) => reviewedBy === sandboxReviewer && status === 'APPROVED')
      .map(({ type }) => type),
    claim: await findClaim(context, business.id),
    history: await readHistory(context, business),
  }
}

async function findOwner({ tx }: StaffContext, merchantId: string) {
  const [owner] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.merchantId, merchantId), eq(memberships.role, 'owner')))
  return owner
}

async function describeItems(
  context: StaffContext,
  business: MerchantRecord,
  rows: readonly KycRow[],
): Promise<ReviewItem[]> {
  const fileIds = rows.flatMap(({ fileId }) => fileId ?? [])
  const stored = fileIds.length > 0 ? await context.tx.select().from(files).where(inArray(files.id, fileIds)) : []
  const account = await readPayoutAccount(context, business.id)
  return rows.map((row) => {
    const file = stored.find(({ id }) => id === row.fileId)
    return {
      type: row.type,
      label: findKycLabel(row.type),
      kind: findKycKind(row.type) ?? 'form',
      status: row.status,
      reason: row.reason,
      submittedAt: row.submittedAt?.toISOString() ?? null,
      reviewedAt: row.reviewedAt?.toISOString() ?? null,
      reviewedBy: row.reviewedBy,
      submitted: row.submitted,
      sealed: row.sealed !== null,
      document: file ? { name: file.name, contentType: file.contentType, bytes: file.bytes } : null,
      owner: openOwner(context.vault, row),
      account: row.type === 'SETTLEMENT_ACCOUNT' && row.submittedAt ? account : null,
    }
  })
}

async function readPayoutAccount({ tx }: StaffContext, merchantId: string): Promise<ReviewItem['account']> {
  const account = await findPrimaryAccount(tx, merchantId)
  if (!account) return null
  return {
    bank: findBank(account.bankId)?.name ?? '',
    last4: account.accountNumber.slice(-4),
    holder: account.accountName,
    nameMatches: account.nameMatches,
  }
}

/** What was submitted and decided before, from the audit log of the business. */
async function readHistory({ tx }: StaffContext, { id, testMerchantId }: MerchantRecord): Promise<Review['history']> {
  const rows = await tx
    .select()
    .from(auditEvents)
    .where(
      and(
        or(eq(auditEvents.merchantId, id), testMerchantId ? eq(auditEvents.merchantId, testMerchantId) : undefined),
        inArray(auditEvents.action, ['kyc.submitted', 'kyc.reviewed', 'go_live.requested', 'go_live.reviewed']),
      ),
    )
    .orderBy(desc(auditEvents.createdAt), desc(auditEvents.id))
    .limit(historyLength)
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return rows.map(({ createdAt, actorName, action, object, after }) => ({
    at: createdAt.toISOString(),
    actor: actorName,
    action,
    object,
    status: text(after?.status),
    reason: text(after?.reason),
  }))
}
