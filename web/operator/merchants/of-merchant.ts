import { getOfficeMerchant, listOfficeMerchants } from '@adire/contract/back-office/merchants.ts'
import type { OfficeMerchant } from '@adire/contract/back-office/merchants-schemas.ts'

/** Props of what shows or changes one merchant. */
export type OfMerchant = { merchant: OfficeMerchant }
export type MerchantModalProps = OfMerchant & { onClose: () => void }

/** Endpoints to read again after a change of the merchant. */
export const merchantEndpoints = [getOfficeMerchant, listOfficeMerchants]
