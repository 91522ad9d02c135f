import * as z from 'zod/mini'
import { inputSchema, MultilineText, SingleLineText } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

/** Excludes invisible characters and direction marks: a name must read as it is stored. */
const unseen = /^[^\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]*$/u
/** Excludes web addresses: a scheme, www, or a domain with a path. "Hotels.ng" is a valid name. */
const noAddress = /^(?!.*(?::\/\/|\b[Ww]{3}\.|\.\p{L}{2,}\/)).*$/u

/** Business name, 3 to 100 characters. It appears in pages and emails that strangers read. */
export const BusinessName = SingleLineText(100).check(
  z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)),
  z.regex(/^$|[\p{L}\p{N}]/u, 'Use a name with letters'),
  z.regex(/^[^<>]*$/, 'Use a name without < and >'),
  z.regex(noAddress, 'Use the name of your business, not a web address'),
  z.regex(unseen, 'Use a name without invisible characters'),
)

/** Email of the business profile; its error message has no exclamation mark. */
const BusinessEmail = z
  .string(messages.required)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, messages.required),
    z.maxLength(254, messages.businessEmail),
    z.regex(/^[^\s@<>()[\],;:"]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, messages.businessEmail),
  )

/** Phone number of the business profile: 11 to 15 digits, without +, for example 08031234567 or 2348031234567. */
const BusinessPhone = z
  .string(messages.required)
  .check(
    z.trim(),
    z.minLength(1, messages.required),
    z.regex(/^\d+$/, messages.digitsOnly),
    z.minLength(limits.phoneMinimum, messages.atLeast(limits.phoneMinimum)),
    z.maxLength(15, 'This field must be at most 15 characters long'),
  )

/** Business profile. Country and business type were reviewed and cannot be changed. */
export const BusinessProfile = inputSchema({
  /** Business name, 3 to 100 characters. Required. */
  businessName: BusinessName,
  /** Id of the merchant category, from `api/v1/merchant-categories`. Required. */
  merchantCategoryId: z.int('Choose a category'),
  /** Description of the business, at most 500 characters. Required; may be empty. */
  businessDescription: MultilineText(500),
  /** Email address of the business. Required. */
  businessEmail: BusinessEmail,
  /** Phone number of the business, 11 to 15 digits. Required. */
  businessPhone: BusinessPhone,
  /** Email address shown to payers for support. Required. */
  supportEmail: BusinessEmail,
  /** Email address for disputes. Required. */
  chargebackEmail: BusinessEmail,
  /** Id of the state. Required when the country has states in our list; leave it out otherwise. */
  stateId: z.optional(z.int('Choose a state')),
  /** City, at most 80 characters. Optional. */
  city: z.optional(SingleLineText(80)),
  /** Street address, at most 200 characters. Required. */
  streetAddress: SingleLineText(200),
})

/** A further business of the signed-in user. */
export const AddedBusiness = inputSchema({ businessName: BusinessName, countryId: z.int('Choose your country') })
