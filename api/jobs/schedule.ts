import '../wiring.ts'
import { approvalScheduledJobs } from '../features/approvals/jobs.ts'
import { auditJobHandlers } from '../features/audit/jobs.ts'
import { bankAccountScheduledJobs } from '../features/bank-accounts/jobs.ts'
import { checkoutJobHandlers, checkoutScheduledJobs } from '../features/checkout/jobs.ts'
import { checkoutIntegrityJobHandlers } from '../features/checkout-integrity/jobs.ts'
import { directDebitJobHandlers, directDebitScheduledJobs } from '../features/direct-debit/jobs.ts'
import { disputeJobHandlers, disputeScheduledJobs } from '../features/disputes/jobs.ts'
import { invoiceJobHandlers, invoiceScheduledJobs } from '../features/invoices/jobs.ts'
import { kycJobHandlers } from '../features/kyc/jobs.ts'
import { notificationJobHandlers, notificationScheduledJobs } from '../features/notifications/jobs.ts'
import { officeApprovalJobHandlers } from '../features/office-approvals/jobs.ts'
import { officeRiskJobHandlers } from '../features/office-risk/jobs.ts'
import { paymentJobHandlers } from '../features/payments/jobs.ts'
import { planJobHandlers } from '../features/plans/invite.ts'
import { processorEventJobHandlers } from '../features/processor-events/process.ts'
import { reconciliationJobHandlers } from '../features/reconciliation/jobs.ts'
import { refundJobHandlers, refundScheduledJobs } from '../features/refunds/jobs.ts'
import { reportJobHandlers, reportScheduledJobs } from '../features/reports/jobs.ts'
import { savedCardJobHandlers } from '../features/saved-cards/revoke.ts'
import { settlementJobHandlers, settlementScheduledJobs } from '../features/settlements/jobs.ts'
import { siteJobHandlers } from '../features/site/jobs.ts'
import { splitScheduledJobs } from '../features/splits/jobs.ts'
import { staffJobHandlers } from '../features/staff/jobs.ts'
import { storedFileJobHandlers } from '../features/stored-files/remove-file.ts'
import { subscriptionJobHandlers, subscriptionScheduledJobs } from '../features/subscriptions/jobs.ts'
import { teamJobHandlers } from '../features/team/jobs.ts'
import { testClockJobHandlers } from '../features/test-clock/jobs.ts'
import { userJobHandlers } from '../features/users/jobs.ts'
import { webhookJobHandlers } from '../features/webhooks/jobs.ts'
import { housekeepingJobHandlers } from './housekeeping.ts'
import type { JobHandler } from './job-handler.ts'
import { type ScheduledJob, toJobHandler } from './scheduled-job.ts'

/** All scheduled jobs; a move of a test business's clock stops at each instant at which one of them is due. */
export const scheduledJobs: readonly ScheduledJob[] = [
  bankAccountScheduledJobs,
  splitScheduledJobs,
  checkoutScheduledJobs,
  refundScheduledJobs,
  disputeScheduledJobs,
  invoiceScheduledJobs,
  settlementScheduledJobs,
  directDebitScheduledJobs,
  subscriptionScheduledJobs,
  notificationScheduledJobs,
  reportScheduledJobs,
  approvalScheduledJobs,
].flat()

/** All job handlers; those with `every` are recurring. */
export const jobHandlers: readonly JobHandler[] = [
  housekeepingJobHandlers,
  auditJobHandlers,
  teamJobHandlers,
  staffJobHandlers,
  officeApprovalJobHandlers,
  officeRiskJobHandlers,
  userJobHandlers,
  notificationJobHandlers,
  kycJobHandlers,
  paymentJobHandlers,
  savedCardJobHandlers,
  refundJobHandlers,
  disputeJobHandlers,
  settlementJobHandlers,
  reconciliationJobHandlers,
  reportJobHandlers,
  checkoutJobHandlers,
  checkoutIntegrityJobHandlers,
  processorEventJobHandlers,
  invoiceJobHandlers,
  siteJobHandlers,
  directDebitJobHandlers,
  subscriptionJobHandlers,
  planJobHandlers,
  webhookJobHandlers,
  storedFileJobHandlers,
  scheduledJobs.map(toJobHandler),
  testClockJobHandlers(() => ({ scheduledJobs, jobHandlers })),
].flat()
