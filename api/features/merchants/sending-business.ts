import { type EmailSender, nameInSubject, nameInText } from '@adire/contract/email-sender.ts'
import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { logoUrl } from './logo-url.ts'
import { goLiveRequests, merchants } from './tables.ts'

/** The business that sends an email to a customer. */
export interface SendingBusiness extends EmailSender {
  merchantId: string
  mode: 'TEST' | 'LIVE'
  /** Email address for customers to contact. */
  contactEmail: string
  /** Name in the text of an email, marked if the business is not verified. */
  name: string
  nameInSubject: string
  /** URL of its logo; null without one. */
  logoUrl: string | null
  brandColor: string | null
}

/** The sender of a business's emails; undefined if there is no such business. */
export async function findSendingBusiness(
  tx: Tx,
  { brand, publicUrl }: Pick<ApiConfig, 'brand' | 'publicUrl'>,
  merchantId: string,
): Promise<SendingBusiness | undefined> {
  const live = alias(merchants, 'live')
  const [found] = await tx
    .select({ business: merchants, review: goLiveRequests.status, liveName: live.businessName })
    .from(merchants)
    .leftJoin(
      goLiveRequests,
      eq(goLiveRequests.merchantId, sql`coalesce(${merchants.testMerchantId}, ${merchants.id})`),
    )
    .leftJoin(live, eq(live.testMerchantId, merchants.id))
    .where(eq(merchants.id, merchantId))
  if (!found) return undefined
  const { business, review, liveName } = found
  const isVerified =
    business.mode === 'LIVE'
      ? review !== 'suspended' && review !== 'closed'
      : review === 'approved' && liveName === business.businessName
  const sender = { businessName: business.businessName, isVerified, brand: brand.name }
  return {
    ...sender,
    merchantId,
    mode: business.mode,
    contactEmail: business.supportEmail ?? business.businessEmail,
    name: nameInText(sender),
    nameInSubject: nameInSubject(sender),
    logoUrl: logoUrl({ publicUrl }, business.logoFileId),
    brandColor: business.brandColor,
  }
}
