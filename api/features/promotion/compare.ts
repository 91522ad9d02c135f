import { createHash } from 'node:crypto'
import type { PromotionItem } from '@adire/contract/promotion-schemas.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import type { Promotable, Promotion } from './promotable.ts'
import { promotedObjects } from './tables.ts'

type Pair = typeof promotedObjects.$inferSelect

/** An object of Test Mode with its counterpart in Live Mode. */
export interface Comparison {
  test: Promotable
  live: Promotable | undefined
  item: PromotionItem
}

/** Fingerprint of what is copied of an object. */
export const fingerprintContent = (content: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(content) ?? '')
    .digest('hex')

/**
 * Compares objects of one kind with Live Mode: all of them, or those with the ids. The counterpart is the one that was copied before;
 * without a copy, the only one with the same key.
 */
export async function comparePromotables(
  context: MemberContext,
  promotion: Promotion,
  testMerchantId: string,
  testIds?: readonly string[],
): Promise<Comparison[]> {
  const tests = await promotion.load(context.tx, testMerchantId, testIds && { ids: testIds })
  const pairs = await loadPairs(context, promotion, tests)
  const lives = await loadLive(context, promotion, [...pairs.values()])
  const unpaired = tests.filter(({ id }) => !pairs.has(id))
  const alike = await findAlike(context, promotion, unpaired)
  const comparisons: Comparison[] = []
  for (const test of tests) {
    const pair = pairs.get(test.id)
    const live = pair ? lives.get(pair.liveId) : alike.get(test.id)
    const compared = compareOne({ test, live, pair, isSetting: promotion.isSetting ?? false })
    const isCopied = compared.status === 'added' || compared.status === 'changed'
    const obstacle = isCopied ? await promotion.findObstacle?.(context, test, live) : undefined
    const item = {
      kind: promotion.kind,
      testId: test.id,
      name: test.name,
      ...compared,
      ...(obstacle && { status: 'blocked' as const, suggested: false }),
      blockedBecause: obstacle ?? null,
      needs: [],
      version: fingerprintContent([test.content, live?.id, live?.content]),
    }
    comparisons.push({ test, live, item })
  }
  return comparisons
}

async function loadPairs({ tx, merchant }: MemberContext, { kind }: Promotion, tests: readonly Promotable[]) {
  if (tests.length === 0) return new Map<string, Pair>()
  const rows = await tx
    .select()
    .from(promotedObjects)
    .where(
      and(
        eq(promotedObjects.merchantId, merchant.id),
        eq(promotedObjects.kind, kind),
        inArray(
          promotedObjects.testId,
          tests.map(({ id }) => id),
        ),
      ),
    )
  return new Map(rows.map((pair) => [pair.testId, pair]))
}

async function loadLive({ tx, merchant }: MemberContext, promotion: Promotion, pairs: readonly Pair[]) {
  const found = pairs.length ? await promotion.load(tx, merchant.id, { ids: pairs.map(({ liveId }) => liveId) }) : []
  return new Map(found.map((live) => [live.id, live]))
}

/** The live object with the key of a test object, by the id of the test object: if both are the only ones, and it is not a copy of another. */
async function findAlike({ tx, merchant }: MemberContext, promotion: Promotion, tests: readonly Promotable[]) {
  const keys = [...new Set(tests.map(({ key }) => key).filter((key) => key !== ''))]
  const alike = new Map<string, Promotable>()
  if (keys.length === 0) return alike
  const found = await promotion.load(tx, merchant.id, promotion.isSetting ? {} : { keys })
  const copies = await tx
    .select({ liveId: promotedObjects.liveId })
    .from(promotedObjects)
    .where(
      and(
        eq(promotedObjects.merchantId, merchant.id),
        eq(promotedObjects.kind, promotion.kind),
        inArray(promotedObjects.liveId, found.length ? found.map(({ id }) => id) : [merchant.id]),
      ),
    )
  const copied = new Set(copies.map(({ liveId }) => liveId))
  for (const key of keys) {
    const ofTest = tests.filter((test) => test.key === key)
    const ofLive = found.filter((live) => live.key === key && !copied.has(live.id))
    if (ofTest.length === 1 && ofLive.length === 1) alike.set(ofTest[0]!.id, ofLive[0]!)
  }
  return alike
}

type Compared = Pick<PromotionItem, 'status' | 'note' | 'suggested' | 'changes'>

function compareOne({
  test,
  live,
  pair,
  isSetting,
}: {
  test: Promotable
  live: Promotable | undefined
  pair: Pair | undefined
  isSetting: boolean
}): Compared {
  const changes = listChanges(test, live)
  if (!live) {
    const note = pair ? 'The copy was deleted in Live Mode. A new one is made.' : null
    return { status: 'added', note, suggested: !pair, changes }
  }
  const isTestChanged = pair?.testFingerprint !== fingerprintContent(test.content)
  const isLiveChanged = pair !== undefined && pair.liveFingerprint !== fingerprintContent(live.content)
  if (changes.length === 0) return { status: 'unchanged', note: null, suggested: false, changes }
  if (!isTestChanged) {
    const note = isLiveChanged ? 'Changed in Live Mode since it was copied.' : null
    return { status: 'unchanged', note, suggested: false, changes: isLiveChanged ? changes : [] }
  }
  if (isLiveChanged)
    return {
      status: 'changed',
      note: 'Also changed in Live Mode since it was copied. Copying replaces that.',
      suggested: false,
      changes,
    }
  if (pair || live.isDefault) return { status: 'changed', note: null, suggested: true, changes }
  const note = isSetting
    ? 'Not copied before. Copying replaces the values of Live Mode.'
    : 'Live Mode has one with the same name or address. Copying changes it.'
  return { status: 'changed', note, suggested: false, changes }
}

function listChanges(test: Promotable, live: Promotable | undefined): PromotionItem['changes'] {
  return Object.entries(test.shown)
    .map(([field, after]) => ({ field, before: live?.shown[field] || null, after: after || null }))
    .filter(({ before, after }) => before !== after)
}
