import type { OfficePayment } from '@adire/contract/back-office/payments-schemas.ts'

/** Props of what shows one payment. */
export type OfPayment = { found: OfficePayment }
