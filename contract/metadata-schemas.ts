import * as z from 'zod/mini'
import { describe } from './describe.ts'

/** Maximum number of keys of the metadata of one object. */
const metadataMaximum = 30

/** Maximum number of keys in a search by metadata. */
const searchedMaximum = 5

const Key = z.string().check(
  z.regex(/^[A-Za-z][A-Za-z0-9_.-]{0,39}$/, 'Use up to 40 letters, digits and _ . -, beginning with a letter'),
  z.refine((key) => !(key in {}), 'Use another key'),
)

const Text = z.string().check(z.maxLength(500, 'Use at most 500 characters'))

/** Metadata as a merchant sets it. */
export const NewMetadata = z.record(Key, z.union([Text, z.number(), z.boolean()])).check(
  z.refine((given) => Object.keys(given).length <= metadataMaximum, 'Use at most 30 keys'),
  z.refine((given) => !/[\0\p{Cs}]/u.test(Object.values(given).join('')), 'Use text'),
)

const rule =
  'Your own data: at most 30 keys of up to 40 letters, digits and `_ . -`, beginning with a letter; values are texts of ' +
  'at most 500 characters, numbers or booleans. Optional.'

/** The metadata of an object in its creation. */
/* @__NO_SIDE_EFFECTS__ */
export const metadataField = (who: string) => describe(`${rule} ${who}`, z.optional(NewMetadata))

/** The metadata of an object in a change. */
/* @__NO_SIDE_EFFECTS__ */
export const metadataChange = (who: string) =>
  describe(`${rule} In a change: left out, it is unchanged; \`{}\` removes it. ${who}`, z.optional(NewMetadata))

/** Metadata in a response. */
export const Metadata = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
export type Metadata = z.infer<typeof Metadata>

/** The search of a list by metadata: `metadata[orderId]=1042`. */
export const metadataFilter = describe(
  'Metadata that must match: `metadata[orderId]=1042`, at most 5 keys, the whole value. Optional.',
  z.optional(
    z
      .record(Key, Text)
      .check(z.refine((given) => Object.keys(given).length <= searchedMaximum, 'Search for at most 5 keys')),
  ),
)

/** Fields of an object about a payment: the merchant's reference and metadata of the charge. */
export const chargeFields = {
  chargeReference: describe(
    'Your reference of the charge, for example an order number. Null for payments without a charge.',
    z.nullable(z.string()),
  ),
  chargeMetadata: describe('Your metadata of the charge. Null for payments without a charge.', z.nullable(Metadata)),
}
