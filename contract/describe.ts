import * as z from 'zod/mini'

const descriptions = z.registry<{ description: string }>()

/**
 * A copy of a schema with its description in the API reference. A copy, because one schema such as `Kobo` stands for many
 * fields. `@__NO_SIDE_EFFECTS__`, here and in `fields.ts`: a bundler may leave out the schemas that a page does not use.
 */
/* @__NO_SIDE_EFFECTS__ */
export const describe = <Schema extends z.ZodMiniType>(description: string, schema: Schema): Schema => {
  const copy = z.clone(schema)
  descriptions.add(copy, { description })
  return copy
}

/** Description of a schema that `describe` made; undefined for others. */
export const descriptionOf = (schema: z.ZodMiniType): string | undefined => descriptions.get(schema)?.description
