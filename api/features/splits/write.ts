import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { validateSplitTerms } from '@adire/contract/split-shares.ts'
import type { createSplit, deleteSplit, updateSplit } from '@adire/contract/splits.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { randomText } from '../../random-text.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { describeTypeLock, retrieveSplit } from './serialize.ts'
import { splitRecipients, splits } from './tables.ts'
import { bearerOf, ofSplit } from './terms.ts'

type New = ParsedInput<typeof createSplit>
type SplitRecord = typeof splits.$inferSelect

export async function createSplitHandler(context: MerchantContext, input: New) {
  const { tx, merchant, now } = context
  const content = await buildContent(context, input, [])
  const code = `SPL_${randomText(16)}`
  const [split] = await tx
    .insert(splits)
    .values({ merchantId: merchant.id, code, ...content, createdAt: now })
    .returning()
  await recordAuditEvent(context, {
    action: 'split.created',
    object: input.name,
    after: await toAuditValues(context, split!),
  })
  return retrieveSplit(context, split!.id)
}

/**
 * Changes a split. Payments that have already started keep their terms.
 * @throws 404 split_not_found; 409 split_archived; 422 split_type_locked or shares_do_not_fit
 */
export async function updateSplitHandler(context: MerchantContext, { id, ...input }: ParsedInput<typeof updateSplit>) {
  const { tx, merchant } = context
  const before = await lockSplit(context, id)
  if (before.status === 'archived') throw problem.conflict('split_archived', 'This split is archived')
  const locked = describeTypeLock(before)
  if (locked && input.type !== before.type) throw problem.field('type', locked, 'split_type_locked')
  const content = await buildContent(
    context,
    input,
    before.shares.map(({ partyId }) => partyId),
  )
  const [after] = await tx.update(splits).set(content).where(ofSplit(merchant.id, id)).returning()
  const changes = changesBetween(await toAuditValues(context, before), await toAuditValues(context, after!))
  if (changes) await recordAuditEvent(context, { action: 'split.updated', object: before.name, ...changes })
  return retrieveSplit(context, id)
}

/**
 * Deletes an unused split, and archives a used one. Links and invoices that use an archived split keep it, so that no recipient
 * loses a share unintentionally.
 */
export async function deleteSplitHandler(
  context: MerchantContext,
  { id }: ParsedInput<typeof deleteSplit>,
): Promise<void> {
  const { tx, merchant } = context
  const split = await lockSplit(context, id)
  if (split.status === 'archived') return
  const { links, invoices } = await retrieveSplit(context, id)
  // Started payments that are not paid yet refer to it too.
  const begun = await tx.$client.query('select 1 from payments where merchant_id = $1 and split_id = $2 limit 1', [
    merchant.id,
    id,
  ])
  const isUsed = split.firstUsedAt !== null || links + invoices > 0 || begun.rows.length > 0
  if (isUsed) await tx.update(splits).set({ status: 'archived' }).where(ofSplit(merchant.id, id))
  else await tx.delete(splits).where(ofSplit(merchant.id, id))
  await recordAuditEvent(context, { action: isUsed ? 'split.archived' : 'split.removed', object: split.name })
}

/**
 * A split, locked.
 * @throws 404 split_not_found
 */
export async function lockSplit({ tx, merchant }: MerchantContext, id: string): Promise<SplitRecord> {
  const [split] = await tx.select().from(splits).where(ofSplit(merchant.id, id)).for('update')
  if (!split) throw problem.notFound('split')
  return split
}

/**
 * Validated content of a split. Locks the recipients, so that none is deleted meanwhile. An archived recipient is allowed only if
 * the split already includes it.
 * @throws 422 shares_do_not_fit; 422 validation_error on `shares` for unknown recipients
 */
async function buildContent({ tx, merchant }: MerchantContext, input: New, known: readonly string[]) {
  const { name, type, feeBearer, shares } = input
  const bearerPartyId = bearerOf(input)
  const terms = { type, feeBearer, bearerPartyId, shares }
  const fault = validateSplitTerms(terms)
  if (fault) throw problem.field('shares', fault, 'shares_do_not_fit')
  const ids = shares.map(({ partyId }) => partyId)
  const found = await tx
    .select({ id: splitRecipients.id, status: splitRecipients.status })
    .from(splitRecipients)
    .where(and(eq(splitRecipients.merchantId, merchant.id), inArray(splitRecipients.id, ids)))
    .orderBy(splitRecipients.id)
    .for('share')
  const mayBe = found.filter(({ id, status }) => status === 'active' || known.includes(id))
  if (mayBe.length < ids.length) throw problem.field('shares', 'Choose recipients of your business')
  return { name, ...terms }
}

/** Values for the audit log, with recipients by name. */
async function toAuditValues(
  { tx, merchant }: MerchantContext,
  { name, type, feeBearer, bearerPartyId, shares }: SplitRecord,
) {
  const recipients = await tx
    .select({ id: splitRecipients.id, name: splitRecipients.name })
    .from(splitRecipients)
    .where(
      and(
        eq(splitRecipients.merchantId, merchant.id),
        inArray(
          splitRecipients.id,
          shares.map(({ partyId }) => partyId),
        ),
      ),
    )
  const findName = (id: string) => recipients.find((recipient) => recipient.id === id)?.name ?? id
  const unit = type === 'percentage' ? '%' : ' NGN'
  return {
    name,
    type,
    feeBearer: bearerPartyId ? findName(bearerPartyId) : feeBearer,
    shares: shares.map(({ partyId, value }) => `${findName(partyId)}: ${(value / 100).toFixed(2)}${unit}`),
  }
}
