import { effectivePermissions, type Permission } from '@adire/contract/permissions.ts'
import { type PromotionKind, promotionKinds, promotionLimits } from '@adire/contract/promotion.ts'
import type { PromotionItem } from '@adire/contract/promotion-schemas.ts'
import { eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { merchants } from '../merchants/tables.ts'
import { findMember } from '../team/roles.ts'
import { type Comparison, comparePromotables } from './compare.ts'
import type { Reference } from './promotable.ts'
import { promotions } from './promotions.ts'

export const allKinds = Object.keys(promotionKinds) as PromotionKind[]

/**
 * The test business of a live one.
 * @throws 409 live_mode_only
 */
export async function requireTestMerchantId({ tx, mode, merchant }: MemberContext): Promise<string> {
  const [live] = await tx
    .select({ testMerchantId: merchants.testMerchantId })
    .from(merchants)
    .where(eq(merchants.id, merchant.id))
  if (mode !== 'LIVE' || !live?.testMerchantId)
    throw problem.conflict('live_mode_only', 'Call this in Live Mode, for the live business')
  return live.testMerchantId
}

/** What the caller may do in Live Mode. */
export async function loadLivePermissions({ tx, merchant, user }: MemberContext): Promise<ReadonlySet<Permission>> {
  const member = await findMember(tx, merchant.id, user.id)
  return effectivePermissions(member?.permissions ?? [], 'LIVE')
}

export async function getPromotionHandler(context: MemberContext) {
  const testMerchantId = await requireTestMerchantId(context)
  const held = await loadLivePermissions(context)
  const isAllowed = (kind: PromotionKind) => held.has(promotionKinds[kind].permission)
  const compared = new Map<PromotionKind, Comparison[]>()
  const cutKinds: PromotionKind[] = []
  for (const kind of allKinds.filter(isAllowed)) {
    const all = await comparePromotables(context, promotions[kind], testMerchantId)
    if (all.length > promotionLimits.compared) cutKinds.push(kind)
    compared.set(kind, all.slice(0, promotionLimits.compared))
  }
  const findNeeded = rememberComparisons(context, testMerchantId, [...compared.values()].flat())
  const content: PromotionItem[] = []
  for (const [kind, comparisons] of compared)
    for (const comparison of comparisons)
      content.push(await withNeeds(findNeeded, comparison, promotions[kind].referencesOf?.(comparison.test)))
  return { content, hiddenKinds: allKinds.filter((kind) => !isAllowed(kind)), cutKinds }
}

type FindNeeded = (reference: Reference) => Promise<Comparison | undefined>

/** Compares each object that others refer to once. */
function rememberComparisons(context: MemberContext, testMerchantId: string, known: readonly Comparison[]): FindNeeded {
  const keyOf = ({ kind, testId }: Pick<Reference, 'kind' | 'testId'>) => `${kind} ${testId}`
  const found = new Map<string, Comparison | undefined>(known.map((one) => [keyOf(one.item), one]))
  return async (reference) => {
    const key = keyOf(reference)
    if (!found.has(key)) {
      const ids = [reference.testId]
      const [one] = await comparePromotables(context, promotions[reference.kind], testMerchantId, ids)
      found.set(key, one)
    }
    return found.get(key)
  }
}

/** The objects that have to be copied with this one; blocked if one of them is blocked, or is not the caller's to copy. */
async function withNeeds(
  findNeeded: FindNeeded,
  { item }: Comparison,
  references: readonly Reference[] = [],
): Promise<PromotionItem> {
  if (item.status !== 'added' && item.status !== 'changed') return item
  const needs: Reference[] = []
  for (const reference of references) {
    const found = await findNeeded(reference)
    if (found?.live) continue
    const obstacle = found ? found.item.blockedBecause : 'It was deleted in Test Mode.'
    if (obstacle)
      return {
        ...item,
        status: 'blocked',
        suggested: false,
        blockedBecause: `It needs the ${reference.kind} ${reference.name}, which cannot be copied: ${obstacle}`,
      }
    needs.push(reference)
  }
  return { ...item, needs }
}
