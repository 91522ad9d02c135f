import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { type PromotionKind, type promoteObjects, promotionKinds } from '@adire/contract/promotion.ts'
import type { PromotionResult } from '@adire/contract/promotion-schemas.ts'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import { type Comparison, comparePromotables, fingerprintContent } from './compare.ts'
import {
  changedSinceReview,
  type Promoted,
  type PromotionContext,
  PromotionObstacle,
  type Reference,
} from './promotable.ts'
import { allKinds, loadLivePermissions, requireTestMerchantId } from './promotion.ts'
import { promotions } from './promotions.ts'
import { promotedObjects } from './tables.ts'

type Chosen = ParsedInput<typeof promoteObjects>['objects'][number]

/**
 * Copies objects in the order of their kinds, each in a transaction of its own: after a crash, or a second time, what was copied is unchanged.
 * @throws 403 confirmation_required; 409 live_mode_only
 */
export async function promoteObjectsHandler(
  unitOfWork: UnitOfWork<MemberContext>,
  { objects }: ParsedInput<typeof promoteObjects>,
) {
  const testMerchantId = await unitOfWork.write(async (context) => {
    await requireConfirmation(context)
    return requireTestMerchantId(context)
  })
  const ordered = objects.toSorted((one, other) => allKinds.indexOf(one.kind) - allKinds.indexOf(other.kind))
  const content: PromotionResult[] = []
  for (const chosen of ordered) content.push(await promoteObject(unitOfWork, testMerchantId, chosen))
  return { content }
}

/** Copies one object as a whole, or reports why not. Its file is copied first. */
async function promoteObject(
  unitOfWork: UnitOfWork<MemberContext>,
  testMerchantId: string,
  chosen: Chosen,
): Promise<PromotionResult> {
  const fileId = await promotions[chosen.kind].copyFile?.(unitOfWork, testMerchantId, chosen.testId)
  try {
    return await unitOfWork.write((context) => promoteIn(context, testMerchantId, chosen, fileId))
  } catch (error) {
    const isReported = error instanceof PromotionObstacle || (error instanceof Problem && error.status < 500)
    if (!isReported || (error instanceof Problem && error.code === 'confirmation_required')) throw error
    return { ...resultOf(chosen), outcome: 'failed', message: error.message }
  }
}

const resultOf = ({ kind, testId }: Chosen, name: string | null = null) => ({
  kind,
  testId,
  name,
  message: null,
  secret: null,
})

async function promoteIn(
  context: MemberContext,
  testMerchantId: string,
  chosen: Chosen,
  fileId: string | undefined,
): Promise<PromotionResult> {
  const { kind, testId, version } = chosen
  if (!(await loadLivePermissions(context)).has(promotionKinds[kind].permission))
    throw new PromotionObstacle('Your role does not allow this in Live Mode.')
  // One copy to a business at a time: the second request finds what the first has copied.
  await lockMerchant(context)
  const [found] = await comparePromotables(context, promotions[kind], testMerchantId, [testId])
  if (!found) throw new PromotionObstacle('It was deleted in Test Mode.')
  const { item, test, live } = found
  if (item.status === 'unchanged') return { ...resultOf(chosen, test.name), outcome: 'unchanged' }
  if (item.blockedBecause) throw new PromotionObstacle(item.blockedBecause)
  if (item.version !== version) throw new PromotionObstacle(changedSinceReview)
  const promotion = promotions[kind]
  const copying: PromotionContext = {
    ...context,
    testMerchantId,
    fileId,
    findLiveId: (reference) => findLiveId(context, testMerchantId, reference),
  }
  const promoted = live ? await promotion.update(copying, test, live) : await promotion.add(copying, test)
  await storePair(context, kind, found, promoted)
  const { name, changes } = item
  const pick = (side: 'before' | 'after') => Object.fromEntries(changes.map((change) => [change.field, change[side]]))
  await recordAuditEvent(context, {
    action: 'promotion.copied',
    object: name === promotionKinds[kind].name ? name : `${promotionKinds[kind].name}: ${name}`,
    ...(live && { before: pick('before') }),
    after: pick('after'),
  })
  return { ...resultOf(chosen, name), outcome: live ? 'updated' : 'added', secret: promoted.secret ?? null }
}

async function findLiveId(context: MemberContext, testMerchantId: string, { kind, testId, name }: Reference) {
  const [found] = await comparePromotables(context, promotions[kind], testMerchantId, [testId])
  if (!found?.live) throw new PromotionObstacle(`Copy ${name} first.`)
  return found.live.id
}

async function storePair(context: MemberContext, kind: PromotionKind, { test }: Comparison, { id }: Promoted) {
  const { tx, merchant, realNow } = context
  const [live] = await promotions[kind].load(tx, merchant.id, { ids: [id] })
  const values = {
    liveId: id,
    testFingerprint: fingerprintContent(test.content),
    liveFingerprint: fingerprintContent(live?.content),
    promotedAt: realNow,
  }
  await tx
    .insert(promotedObjects)
    .values({ merchantId: merchant.id, kind, testId: test.id, ...values })
    .onConflictDoUpdate({
      target: [promotedObjects.merchantId, promotedObjects.kind, promotedObjects.testId],
      set: values,
    })
}
