import * as z from 'zod/mini'
import { inputSchema, MultilineText, SingleLineText } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

/** Characters that are not seen, or turn the direction of what follows: a name must read as it is stored. */
const unseen = /^[^\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]*$/u
/** No address of the web: a scheme, www, or a domain with a path. "Hotels.ng" is a name. */
const noAddress = /^(?!.*(?::\/\/|\b[Ww]{3}\.|\.\p{L}{2,}\/)).*$/u

/** What payers and we call the business: it stands in pages and emails that strangers read. */
export const BusinessName = SingleLineText(100).check(
  z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)),
  z.regex(/^$|[\p{L}\p{N}]/u, 'Use a name with letters'),
  z.regex(/^[^<>]*$/, 'Use a name without < and >'),
  z.regex(noAddress, 'Use the name of your business, not a web address'),
  z.regex(unseen, 'Use a name without invisible characters'),
)

/** An address of the business profile, whose sentence has no exclamation mark. */
const BusinessEmail = z
  .string(messages.required)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, messages.required),
    z.maxLength(254, messages.businessEmail),
    z.regex(/^[^\s@<>()[\],;:"]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, messages.businessEmail),
  )

/** Digits only, as the profile says; a leading 0 or 234. */
const BusinessPhone = z
  .string(messages.required)
  .check(
    z.trim(),
    z.minLength(1, messages.required),
    z.regex(/^\d+$/, messages.digitsOnly),
    z.minLength(limits.phoneMinimum, messages.atLeast(limits.phoneMinimum)),
    z.maxLength(15, 'This field must be at most 15 characters long'),
  )

/** What a business may change about itself. Its country and its type were reviewed and stay. */
export const BusinessProfile = inputSchema({
  businessName: BusinessName,
  merchantCategoryId: z.int('Choose a category'),
  businessDescription: MultilineText(500),
  businessEmail: BusinessEmail,
  businessPhone: BusinessPhone,
  supportEmail: BusinessEmail,
  chargebackEmail: BusinessEmail,
  /** Asked for where the country has states in our list. */
  stateId: z.optional(z.int('Choose a state')),
  city: z.optional(SingleLineText(80)),
  streetAddress: SingleLineText(200),
})

/** Another business under the same sign-in. */
export const AddedBusiness = inputSchema({ businessName: BusinessName, countryId: z.int('Choose your country') })
