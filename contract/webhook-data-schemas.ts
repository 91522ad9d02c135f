import * as z from 'zod/mini'
import { Customer } from './customers-schemas.ts'
import { Debit, Mandate } from './direct-debit-schemas.ts'
import { Dispute } from './disputes-schemas.ts'
import { Timestamp } from './fields.ts'
import { Invoice } from './invoices-schemas.ts'
import { KycStatus } from './kyc-schemas.ts'
import { Payment } from './payments-schemas.ts'
import { PlanDetail } from './plans-schemas.ts'
import { Refund } from './refunds-schemas.ts'
import { Settlement } from './settlements-schemas.ts'
import { Subscription } from './subscriptions-schemas.ts'

/** Status of a KYC requirement. Submitted data is never included. */
export const KycUpdate = z.object({
  /** KYC type: `BVN`, `CAC_CERTIFICATE` … */
  type: z.string(),
  label: z.string(),
  status: KycStatus,
  reason: z.nullable(z.string()),
  reviewedAt: z.nullable(Timestamp),
})

/** Schema of `data` by the object type that `webhookEvents` names. */
export const webhookData = {
  payment: Payment,
  customer: Customer,
  invoice: Invoice,
  plan: PlanDetail,
  subscription: Subscription,
  mandate: Mandate,
  debit: Debit,
  refund: Refund,
  dispute: Dispute,
  settlement: Settlement,
  kyc: KycUpdate,
}

export type WebhookData = { [Name in keyof typeof webhookData]: z.infer<(typeof webhookData)[Name]> }
