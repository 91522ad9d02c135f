import * as z from 'zod/mini'
import { Customer } from './customers.ts'
import { Debit, Mandate } from './direct-debit.ts'
import { Dispute } from './disputes.ts'
import { Timestamp } from './fields.ts'
import { Invoice } from './invoices.ts'
import { KycStatus } from './kyc.ts'
import { Payment } from './payments.ts'
import { PlanDetail } from './plans.ts'
import { Refund } from './refunds.ts'
import { Settlement } from './settlements.ts'
import { Subscription } from './subscriptions.ts'

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
