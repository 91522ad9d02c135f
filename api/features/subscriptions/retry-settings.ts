import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { type updateRetrySettings, usualRetryDays } from '@adire/contract/retry-settings.ts'
import type { RetrySettings } from '@adire/contract/retry-settings-schemas.ts'
import { eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { merchants } from '../merchants/tables.ts'

const toSettings = ({
  retryDays,
  afterFailure,
}: Pick<typeof merchants.$inferSelect, 'retryDays' | 'afterFailure'>): RetrySettings => ({
  retryDays: retryDays ?? [...usualRetryDays],
  afterFailure: afterFailure ?? 'cancel',
})

/** Settings of a business for failed charges of subscriptions. */
export async function findRetrySettings(tx: Tx, merchantId: string): Promise<RetrySettings> {
  const [business] = await tx
    .select({ retryDays: merchants.retryDays, afterFailure: merchants.afterFailure })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  return toSettings(business!)
}

export const getRetrySettingsHandler = ({ tx, merchant }: MerchantContext) => findRetrySettings(tx, merchant.id)

export async function updateRetrySettingsHandler(
  context: MerchantContext,
  { retryDays, afterFailure }: ParsedInput<typeof updateRetrySettings>,
) {
  const { tx, merchant } = context
  const [business] = await tx.select().from(merchants).where(eq(merchants.id, merchant.id)).for('no key update')
  const before = toSettings(business!)
  const after = { retryDays, afterFailure }
  const changed = changesBetween(toAuditValues(before), toAuditValues(after))
  if (changed) {
    await tx.update(merchants).set(after).where(eq(merchants.id, merchant.id))
    await recordAuditEvent(context, { action: 'retry_settings.updated', object: business!.businessName, ...changed })
  }
  return after
}

const toAuditValues = ({ retryDays, afterFailure }: RetrySettings) => ({
  retryDays: retryDays.join(', '),
  afterFailure,
})
