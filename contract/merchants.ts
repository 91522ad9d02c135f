import * as z from 'zod/mini'
import { on } from './endpoint.ts'
import { Email, Id, input, Page, Timestamp } from './fields.ts'

export const ModeType = z.enum(['TEST', 'LIVE'])

export const Merchant = z.object({
  id: Id,
  businessName: z.string(),
  businessDescription: z.nullable(z.string()),
  businessPhone: z.nullable(z.string()),
  businessEmail: z.string(),
  /** The id of a business type. */
  businessType: z.nullable(z.int()),
  merchantCode: z.string(),
  merchantCategory: z.nullable(z.object({ id: z.int(), name: z.string() })),
  location: z.object({
    city: z.nullable(z.string()),
    countryId: z.int(),
    currencyCode: z.string(),
    postalCode: z.nullable(z.string()),
    stateId: z.nullable(z.int()),
    streetAddress: z.nullable(z.string()),
  }),
  supportEmail: z.nullable(z.string()),
  chargebackEmail: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  createdAt: Timestamp,
})
export type Merchant = z.infer<typeof Merchant>

export const MerchantListItem = z.object({ id: Id, businessName: z.string(), merchantCode: z.string() })
export type MerchantListItem = z.infer<typeof MerchantListItem>

const user = on('core', 'user')
/** The signed-in user's businesses in this server's mode, oldest first. */
export const listMerchants = user.get('api/v1/merchants', input({ userEmail: Email }), Page(MerchantListItem))
/** The mode the user last worked in. */
export const getModeType = user.get(
  'api/v1/merchants/mode-type',
  input({ 'user-email': Email }),
  z.object({ modeType: ModeType }),
)
/** Refused with `live_merchant_missing` while the user has no live business. */
export const changeModeType = user.post(
  'api/v1/merchants/change-mode-type',
  input({ type: ModeType, email: Email }),
  z.object({ modeType: ModeType }),
)

const merchant = on('core', 'merchant')
export const getMerchant = merchant.get('api/v1/merchants/:merchantId', input({}), Merchant)
