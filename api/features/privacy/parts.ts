import type { PersonalData } from '../../personal-data.ts'
import { approvalPersonalData } from '../approvals/personal-data.ts'
import { chargePersonalData } from '../charges/personal-data.ts'
import { customerPersonalData } from '../customers/personal-data.ts'
import { mandatePersonalData } from '../direct-debit/personal-data.ts'
import { disputePersonalData } from '../disputes/personal-data.ts'
import { invoicePersonalData } from '../invoices/personal-data.ts'
import { paymentPersonalData } from '../payments/personal-data.ts'
import { refundPersonalData } from '../refunds/personal-data.ts'
import { requestLogPersonalData } from '../request-log/personal-data.ts'
import { savedCardPersonalData } from '../saved-cards/personal-data.ts'
import { searchPersonalData } from '../search/personal-data.ts'
import { subscriptionPersonalData } from '../subscriptions/personal-data.ts'
import { webhookPersonalData } from '../webhooks/personal-data.ts'

/**
 * All personal data of customers, in the order in which it is erased: the customer, payments before what is found by its payment, then
 * invoices, mandates and subscriptions, in the order in which a success of a payment locks them (`paymentSucceeded`). The search text is last, after everything that triggers write it from.
 */
export const personalData: readonly PersonalData[] = [
  customerPersonalData,
  paymentPersonalData,
  refundPersonalData,
  approvalPersonalData,
  disputePersonalData,
  requestLogPersonalData,
  chargePersonalData,
  invoicePersonalData,
  mandatePersonalData,
  subscriptionPersonalData,
  savedCardPersonalData,
  webhookPersonalData,
  searchPersonalData,
]
