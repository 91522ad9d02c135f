import * as z from 'zod/mini'
import { describe } from './describe.ts'
import {
  Email,
  Id,
  inputSchema,
  MultilineText,
  NoContent,
  requiredOr,
  SingleLineText,
  seenText,
  Timestamp,
  Upload,
} from './fields.ts'
import { TaxId } from './kyc-schemas.ts'
import { limits } from './limits.ts'
import { Paginated } from './list-schemas.ts'
import { messages } from './messages.ts'
import { trimSeen } from './seen-text.ts'
import { PermissionName, RoleName } from './team-schemas.ts'

/** Excludes web addresses: a scheme, www, or a domain with a path. "Hotels.ng" is a valid name. */
const noAddress = /^(?!.*(?::\/\/|\b[Ww]{3}\.|\.\p{L}{2,}\/)).*$/u

/** Business name, 3 to 100 characters. It appears in pages and emails that strangers read. */
export const BusinessName = SingleLineText(100, z.trim()).check(
  z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)),
  z.regex(/^$|[\p{L}\p{N}]/u, 'Use a name with letters'),
  z.regex(/^[^<>]*$/, 'Use a name without < and >'),
  z.regex(noAddress, 'Use the name of your business, not a web address'),
  // A name must read as it is stored.
  z.refine((name) => trimSeen(name) === name, 'Use a name without invisible characters'),
)

/** Email of the business profile; its error message has no exclamation mark. */
const BusinessEmail = z
  .string(messages.required)
  .check(
    seenText,
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

/** Nigerian postal code. */
const PostalCode = z.string().check(z.trim(), z.regex(/^\d{6}$/, 'A postal code has 6 digits'))

/** Postal code of the address, in onboarding and in the business profile. */
export const addressPostalCode = {
  postalCode: describe('Nigerian postal code of the address, 6 digits. Optional.', z.optional(PostalCode)),
}

/** Business activity, in onboarding and in the business profile. */
export const businessActivity = {
  merchantCategoryId: describe(
    'Id of the merchant category, from `api/v1/merchant-categories`. Required.',
    z.int(requiredOr('Choose a category')),
  ),
  businessDescription: describe(
    'Description of the business, at most 500 characters. Required; may be empty.',
    MultilineText(500),
  ),
}

/** Registration number of the Corporate Affairs Commission: RC (company), BN (business name) or IT (trustees), with 3 to 8 digits. */
const RegistrationNumber = z.string().check(
  z.trim(),
  z.regex(/^((RC|BN|IT) ?)?\d{3,8}$/i, 'Use a number like RC 1234567 or BN 1234567'),
  z.overwrite((number) => `${/^[a-z]+/i.exec(number)?.[0].toUpperCase() ?? 'RC'} ${number.replace(/\D/g, '')}`),
)

/** Colour as `#RRGGBB`, stored in capitals. */
const BrandColor = z.string().check(
  z.trim(),
  z.regex(/^#[0-9A-Fa-f]{6}$/, 'Use a colour like #7A1FA2'),
  z.overwrite((color) => color.toUpperCase()),
)

/** Business profile. Country and business type were reviewed and cannot be changed. */
export const BusinessProfile = inputSchema({
  businessName: describe('Business name, 3 to 100 characters. Required.', BusinessName),
  ...businessActivity,
  businessEmail: describe('Email address of the business. Required.', BusinessEmail),
  businessPhone: describe('Phone number of the business, 11 to 15 digits. Required.', BusinessPhone),
  supportEmail: describe('Email address shown to payers for support. Required.', BusinessEmail),
  chargebackEmail: describe('Email address for disputes. Required.', BusinessEmail),
  stateId: describe(
    'Id of the state. Required when the country has states in our list; leave it out otherwise.',
    z.optional(z.int('Choose a state')),
  ),
  city: describe('City, at most 80 characters. Optional.', z.optional(SingleLineText(80))),
  ...addressPostalCode,
  streetAddress: describe('Street address, at most 200 characters. Required.', SingleLineText(200)),
  registrationNumber: describe(
    'Registration number of the Corporate Affairs Commission: `RC`, `BN` or `IT` with 3 to 8 digits; digits alone are an RC ' +
      'number. Printed on invoices, receipts and statements. Optional.',
    z.optional(RegistrationNumber),
  ),
  taxId: describe(
    'Tax ID or TIN, 13 digits or like `12345678-0001`. Printed on invoices, receipts and statements. Optional.',
    z.optional(TaxId),
  ),
  brandColor: describe(
    'Brand colour as `#RRGGBB`, in emails to payers, on their pages and on invoices and receipts. A colour that would be hard to ' +
      'read is made darker or lighter there. Optional.',
    z.optional(BrandColor),
  ),
})

export const ModeType = z.enum(['TEST', 'LIVE'])

export const Merchant = describe(
  'A business.',
  z.object({
    id: Id,
    businessName: z.string(),
    businessDescription: z.nullable(z.string()),
    businessPhone: z.nullable(z.string()),
    businessEmail: z.string(),
    businessType: describe('Id of the business type. Null until submitted.', z.nullable(z.int())),
    merchantCode: describe('Code of the business.', z.string()),
    merchantCategory: z.nullable(z.object({ id: z.int(), name: z.string() })),
    location: z.object({
      city: z.nullable(z.string()),
      countryId: z.int(),
      currencyCode: z.string(),
      postalCode: z.nullable(z.string()),
      stateId: z.nullable(z.int()),
      streetAddress: z.nullable(z.string()),
    }),
    supportEmail: describe('Email address shown to payers for support. Null for none.', z.nullable(z.string())),
    chargebackEmail: describe('Email address for disputes. Null for none.', z.nullable(z.string())),
    registrationNumber: describe('Registration number, `RC 1234567`. Null if not given.', z.nullable(z.string())),
    taxId: describe('Tax ID or TIN. Null if not given.', z.nullable(z.string())),
    logoUrl: z.nullable(z.string()),
    brandColor: describe('Brand colour, `#RRGGBB`. Null if not given.', z.nullable(z.string())),
    isVerified: describe(
      'Whether the business was approved to go live under this name and is not suspended or closed. Emails ' +
        'to customers name only verified businesses in the subject.',
      z.boolean(),
    ),
    aheadMs: describe(
      'Offset of the test clock from the wall clock in ms; 0 unless a test business has moved its clock.',
      z.int(),
    ),
    createdAt: Timestamp,
  }),
)
export type Merchant = z.infer<typeof Merchant>

export const MerchantListItem = describe(
  'A business as it appears in the business switcher.',
  z.object({
    id: Id,
    businessName: z.string(),
    merchantCode: z.string(),
    logoUrl: z.nullable(z.string()),
    twinId: describe('Id of the same business in the other mode. Null before it went live.', z.nullable(Id)),
    role: RoleName,
    permissions: describe('What you may do in this business, in the mode of this server.', z.array(PermissionName)),
    secondFactorMissing: describe(
      'Whether the business requires a second factor and you have none: then you can do nothing in it.',
      z.boolean(),
    ),
  }),
)
export type MerchantListItem = z.infer<typeof MerchantListItem>

export const listMerchants = {
  description:
    'Businesses of the signed-in user in the mode of this server, oldest first. `userEmail` must be the ' +
    'email of the signed-in user: 404 `user_not_found` for any other.',
  input: inputSchema({ userEmail: Email }),
  output: Paginated(MerchantListItem),
}

export const listMerchantsByUser = {
  description:
    'Same list as `api/v1/merchants`, looked up by email; used to find the live business of the signed-in ' +
    'user. 404 `user_not_found` for another email.',
  input: inputSchema({ userEmail: Email }),
  output: Paginated(MerchantListItem),
}

export const getModeType = {
  description: 'Mode that the user last used. 404 `user_not_found` unless `user-email` is that of the signed-in user.',
  input: inputSchema({ 'user-email': Email }),
  output: z.object({ modeType: ModeType }),
}

export const changeModeType = {
  description:
    'Changes the mode of the user. 409 `live_merchant_missing` for `LIVE` while the user has no live ' +
    'business; 404 `user_not_found` unless `email` is that of the signed-in user.',
  input: inputSchema({ type: ModeType, email: describe('Email address of the signed-in user. Required.', Email) }),
  output: z.object({ modeType: ModeType }),
}

export const getMerchant = { description: 'Profile of the business.', input: inputSchema({}), output: Merchant }

export const updateMerchant = {
  description:
    'Replaces the business profile. A new `businessName` needs a confirmation: 403 ' +
    '`confirmation_required`. 422 at `merchantCategoryId` or `stateId` for an unknown one.',
  input: BusinessProfile,
  output: Merchant,
}

export const uploadLogo = {
  description:
    'Uploads the logo: PNG, JPEG or WebP (otherwise 422 `not_a_picture`), at most 2 MB (413 ' +
    '`file_too_large`). It is cropped and resized for display at 175 × 135 pixels, at twice that ' +
    'resolution for high-density screens; all other content of the file is dropped.',
  input: inputSchema({ logo: Upload }),
  output: Merchant,
}

export const removeLogo = { description: 'Removes the logo.', input: inputSchema({}), output: NoContent }
