import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, inputSchema } from './fields.ts'
import { type PromotionKind, promotionKinds, promotionLimits } from './promotion.ts'

const kinds = Object.keys(promotionKinds) as [PromotionKind, ...PromotionKind[]]
export const PromotionKindName = z.enum(kinds)

const testId = describe('Id of the object in Test Mode; of a setting, the id of the test business.', Id)

export const PromotionReference = z.object({ kind: PromotionKindName, testId, name: z.string() })

export const PromotionItem = describe(
  'An object or setting of Test Mode, compared with Live Mode.',
  z.object({
    kind: PromotionKindName,
    testId,
    name: z.string(),
    status: describe(
      '`added`: Live Mode does not have it. `changed`: it differs. `unchanged`: it is the same, or Test Mode has not changed it since ' +
        'it was copied. `blocked`: it cannot be copied.',
      z.enum(['added', 'changed', 'unchanged', 'blocked']),
    ),
    blockedBecause: describe('Why it cannot be copied. Null unless `blocked`.', z.nullable(z.string())),
    note: describe('What to know before copying it. Null for nothing.', z.nullable(z.string())),
    suggested: describe('Whether copying it replaces nothing that was made in Live Mode.', z.boolean()),
    needs: describe('Objects that Live Mode does not have yet and that are copied first.', z.array(PromotionReference)),
    changes: describe(
      'Values in Live Mode (`before`) and in Test Mode (`after`), as text, where they differ. Null for none.',
      z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
    ),
    version: describe('Of what was compared. `promoteObjects` copies nothing that has another version.', z.string()),
  }),
)
export type PromotionItem = z.infer<typeof PromotionItem>

export const PromotionResult = describe(
  'What happened to one object.',
  z.object({
    kind: PromotionKindName,
    testId,
    name: z.nullable(z.string()),
    outcome: z.enum(['added', 'updated', 'unchanged', 'failed']),
    message: describe('Why nothing was copied. Null unless `failed`.', z.nullable(z.string())),
    secret: describe(
      'Secret of a new webhook endpoint, to check the signature of its events. It cannot be read again. Null for other objects.',
      z.nullable(z.string()),
    ),
  }),
)
export type PromotionResult = z.infer<typeof PromotionResult>

export const getPromotion = {
  description:
    'Compares what can be copied from Test Mode with Live Mode. Call it on the live server for the live business: 409 `live_mode_only` ' +
    'elsewhere. It has the kinds that you may change in Live Mode, and the newest 200 objects of each.',
  input: inputSchema({}),
  output: z.object({
    content: z.array(PromotionItem),
    hiddenKinds: describe('Kinds that you may not change in Live Mode.', z.array(PromotionKindName)),
    cutKinds: describe('Kinds of which Test Mode has more objects than are compared.', z.array(PromotionKindName)),
  }),
}

export const promoteObjects = {
  description:
    'Copies objects from Test Mode to Live Mode, after `getPromotion`. Each is copied as a whole or not at all, one after the other; ' +
    'repeating the request copies nothing twice. Nothing is deleted. Secrets, customers and payments are never copied. Needs a ' +
    'confirmation: 403 `confirmation_required`.',
  input: inputSchema({
    objects: describe(
      'Objects to copy, with the `version` that was reviewed, at most 100. Required.',
      z
        .array(
          z.strictObject({
            kind: PromotionKindName,
            testId,
            version: z.string().check(z.maxLength(64, 'Use the version of getPromotion')),
          }),
        )
        .check(
          z.minLength(1, 'Choose what to copy'),
          z.maxLength(promotionLimits.copied, `Copy at most ${promotionLimits.copied} at once`),
        ),
    ),
  }),
  output: z.object({ content: z.array(PromotionResult) }),
}
