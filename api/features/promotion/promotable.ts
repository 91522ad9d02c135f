import type { PromotionKind } from '@adire/contract/promotion.ts'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'

/** An object or setting in one mode, in a form that can be compared with the other mode. */
export interface Promotable {
  id: string
  name: string
  /** By what people take two objects for the same: a name, code or address. Compared if it was not copied before. */
  key: string
  /** What is copied. */
  content: unknown
  /** The content as text, by the name of the field. Null for none. */
  shown: Record<string, string | null>
  /** A setting that nobody has changed. */
  isDefault?: boolean
}

/** Another object of Test Mode that an object refers to. */
export interface Reference {
  kind: PromotionKind
  testId: string
  name: string
}

/** Selection of `load`: these ids, or these keys. Without it, the newest objects. */
export interface Selection {
  ids?: readonly string[]
  keys?: readonly string[]
}

/** Context of a copy, in the live business. */
export interface PromotionContext extends MemberContext {
  testMerchantId: string
  /**
   * Id in Live Mode of an object of Test Mode.
   * @throws PromotionObstacle if it was not copied yet
   */
  findLiveId(reference: Reference): Promise<string>
  /** A copy of the file of the object, made by `copyFile`. */
  fileId: string | undefined
}

/** What a copy has done: the id in Live Mode, and the secret of a new webhook endpoint. */
export interface Promoted {
  id: string
  secret?: string
}

/** One kind of objects that can be copied. Loading is bounded by `Selection` or by `promotionLimits.compared`. */
export interface Promotion<T extends Promotable = Promotable> {
  kind: PromotionKind
  /** A business has exactly one: a setting. */
  isSetting?: boolean
  load(tx: Tx, merchantId: string, selection?: Selection): Promise<T[]>
  referencesOf?(object: T): Reference[]
  /** Why an object cannot be copied, as a sentence. `live` is the object that would be changed. */
  findObstacle?(
    context: MemberContext,
    object: T,
    live: T | undefined,
  ): Promise<string | undefined> | string | undefined
  /** Copies the file of an object before the transaction. Undefined if it has none. */
  copyFile?(unitOfWork: UnitOfWork<MemberContext>, testMerchantId: string, id: string): Promise<string | undefined>
  add(context: PromotionContext, object: T): Promise<Promoted>
  update(context: PromotionContext, object: T, live: T): Promise<Promoted>
}

/** Why one object cannot be copied; the others are. */
export class PromotionObstacle extends Error {
  override name = 'PromotionObstacle'
}

export const changedSinceReview = 'It was changed after you reviewed it. Review the changes again.'
