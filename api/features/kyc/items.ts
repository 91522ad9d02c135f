import type { KycItem } from '@adire/contract/kyc.ts'
import type { KycStatuses } from '@adire/contract/kyc-schemas.ts'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { merchants } from '../merchants/tables.ts'
import { requiredTypes } from './requirements.ts'
import { kycItems } from './tables.ts'

export type KycStatus = KycItem['kycStatus']
export type KycRow = typeof kycItems.$inferSelect

const notSubmitted = {
  status: 'PENDING_MERCHANT_SUBMISSION',
  reason: null,
  submittedAt: null,
  reviewedAt: null,
} as const
const nothing = {
  ...notSubmitted,
  reviewedBy: null,
  sealed: null,
  sealedOwner: null,
  registry: null,
  submitted: null,
  fileId: null,
}

/** All KYC items that a business must submit, with their status. Items without a row are still to be submitted. */
export async function listKycItems(tx: Tx, merchantId: string): Promise<KycRow[]> {
  const [business] = await tx
    .select({ typeId: merchants.businessTypeId })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  const rows = await tx.select().from(kycItems).where(eq(kycItems.merchantId, merchantId))
  return requiredTypes(business?.typeId ?? null).map(
    ({ code }) => rows.find(({ type }) => type === code) ?? { merchantId, type: code, ...nothing },
  )
}

export async function loadKycStatuses(tx: Tx, merchantId: string): Promise<KycStatuses> {
  const items = await listKycItems(tx, merchantId)
  return Object.fromEntries(
    items.map(({ type, status, reason, submittedAt, reviewedAt, submitted }) => [
      type,
      {
        kycStatus: status,
        reason,
        submittedAt: submittedAt?.toISOString() ?? null,
        reviewedAt: reviewedAt?.toISOString() ?? null,
        submitted,
      },
    ]),
  )
}

const submittedStatuses: readonly KycStatus[] = ['PENDING_REVIEW', 'APPROVED']

/** Types that block a go-live request: neither in review nor approved. */
export async function listMissing(tx: Tx, merchantId: string): Promise<string[]> {
  const items = await listKycItems(tx, merchantId)
  return items.filter(({ status }) => !submittedStatuses.includes(status)).map(({ type }) => type)
}
