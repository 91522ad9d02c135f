// Which features handle what a lower feature calls: a lower feature does not import a higher one. The handlers run in this order,
// in the caller's transaction.
import { requireApprovedAccount, requireApproversLeft } from './features/approvals/rules.ts'
import { recoveryCodeUsed, unusualSignIn } from './features/auth/events.ts'
import { bankAccountObstacles } from './features/bank-accounts/delete.ts'
import { recordFailedOutcome, recordPaidOutcome } from './features/channel-health/record-outcome.ts'
import { chargePaymentParts, loadChargeLabels } from './features/charges/describe-payment.ts'
import { deductRefund, rememberPayer } from './features/customers/remember-payer.ts'
import { applyFailureToDebit, applyPaymentToDebit } from './features/direct-debit/apply-payment.ts'
import { mandatePaymentParts } from './features/direct-debit/describe-payment.ts'
import { enqueueChargeback } from './features/disputes/enqueue.ts'
import { increaseDispute } from './features/disputes/increase.ts'
import { findDisputeObstacle } from './features/disputes/open.ts'
import { disputeLines } from './features/disputes/settlement-lines.ts'
import { applyPaymentToInvoice } from './features/invoices/apply-payment.ts'
import { describeInvoicePurchase, invoicePaymentParts } from './features/invoices/describe-payment.ts'
import { lockInvoiceOwed } from './features/invoices/open-payments.ts'
import { countRefund } from './features/invoices/refunded.ts'
import { bvnChecked } from './features/kyc/registry.ts'
import { settlementAccountChecks } from './features/kyc/settlement-account.ts'
import { enqueueVoidApprovals } from './features/office-approvals/void.ts'
import { describeLinkPurchase, findSignUpPage, loadPaymentLink } from './features/payment-links/describe-payment.ts'
import { chargeLabels } from './features/payments/charge-fields.ts'
import {
  expectedDays,
  owedChecks,
  paymentFailed,
  paymentParts,
  paymentRefunded,
  paymentSucceeded,
  purchaseDescriptions,
  settlementsOfPayments,
  storePayer,
} from './features/payments/events.ts'
import { paymentLines } from './features/payments/settlement-lines.ts'
import { recordBvnCheck } from './features/reconciliation/record-bvn-check.ts'
import { refundFailed } from './features/refunds/move.ts'
import { refundCardCheck } from './features/refunds/refund-card-check.ts'
import { refundObstacles } from './features/refunds/refundable.ts'
import { refundLines } from './features/refunds/settlement-lines.ts'
import { countDecline } from './features/risk/count.ts'
import { cardRemoved } from './features/saved-cards/events.ts'
import { saveReusableCard } from './features/saved-cards/save-reusable.ts'
import { savedCardPaymentParts } from './features/saved-cards/saved-cards.ts'
import { findSettlementObstacle } from './features/settlements/account-obstacle.ts'
import { loadSettlementParts, settlementPaymentParts } from './features/settlements/describe-payment.ts'
import { expectSettlementDays } from './features/settlements/expected.ts'
import { lineSources } from './features/settlements/line-sources.ts'
import { latePayoutLines, reserveLines, sentBackLines } from './features/settlements/settlement-lines.ts'
import { debtLines } from './features/splits/settlement-lines.ts'
import { staffAccessChanged } from './features/staff/access-events.ts'
import { applyPaymentToSubscription, failSubscription } from './features/subscriptions/apply-payment.ts'
import { detachSavedCard } from './features/subscriptions/card-removed.ts'
import { describeSubscriptionPurchase, subscriptionPaymentParts } from './features/subscriptions/describe-payment.ts'
import { subscriptionLink } from './features/subscriptions/detail.ts'
import { creditFailedRefund, deductRefundedPeriod } from './features/subscriptions/refunded.ts'
import { signUpPage } from './features/subscriptions/sign-up-url.ts'
import { teamChanged } from './features/team/events.ts'
import { notifyOfRecoveryCode, notifyOfSecurityEvent } from './features/users/jobs.ts'

staffAccessChanged.set([enqueueVoidApprovals])
unusualSignIn.set([notifyOfSecurityEvent])
recoveryCodeUsed.set([notifyOfRecoveryCode])
teamChanged.set([requireApproversLeft])
settlementAccountChecks.set([requireApprovedAccount])
bvnChecked.set([recordBvnCheck])
bankAccountObstacles.set([findSettlementObstacle])
storePayer.set(rememberPayer)
paymentSucceeded.set([
  applyPaymentToInvoice,
  applyPaymentToDebit,
  enqueueChargeback,
  applyPaymentToSubscription,
  refundCardCheck,
  saveReusableCard,
  recordPaidOutcome,
])
paymentFailed.set([applyFailureToDebit, failSubscription, recordFailedOutcome, countDecline])
paymentRefunded.set([countRefund, deductRefund, deductRefundedPeriod])
refundFailed.set([creditFailedRefund, increaseDispute])
owedChecks.set([lockInvoiceOwed])
paymentParts.set([
  loadPaymentLink,
  invoicePaymentParts,
  chargePaymentParts,
  settlementPaymentParts,
  mandatePaymentParts,
  subscriptionPaymentParts,
  savedCardPaymentParts,
])
settlementsOfPayments.set(loadSettlementParts)
expectedDays.set(expectSettlementDays)
cardRemoved.set([detachSavedCard])
chargeLabels.set(loadChargeLabels)
purchaseDescriptions.set([describeInvoicePurchase, describeSubscriptionPurchase, describeLinkPurchase])
refundObstacles.set([findDisputeObstacle])
subscriptionLink.set(loadPaymentLink)
signUpPage.set(findSignUpPage)
lineSources.set([paymentLines, refundLines, disputeLines, debtLines, reserveLines, sentBackLines, latePayoutLines])
