import type * as schemas from './staff-audit-schemas.ts'
import { staffEndpointsFor } from './staff-endpoints.ts'

/** Audited actions of the staff and their labels on screen. Add the actions of your area here, under its comment. */
export const staffActions = {
  // Accounts
  'session.started': 'Signed in',
  'session.ended': 'Signed out',
  'password.changed': 'Changed the password',
  'password.reset': 'Chose a new password by email',
  'second_factor.enabled': 'Set up the authenticator app',
  'recovery_code.used': 'Used a recovery code',
  'passkey.added': 'Added a passkey',
  'passkey.renamed': 'Renamed a passkey',
  'passkey.removed': 'Removed a passkey',
  'passkey.rejected': 'Rejected a passkey that may be copied',
  'staff.invited': 'Invited a person',
  'staff.invitation_resent': 'Sent an invitation again',
  'staff.joined': 'Accepted the invitation',
  'staff.role_changed': 'Changed the role of a person',
  'staff.deactivated': 'Deactivated a person',
  'staff.reactivated': 'Reactivated a person',
  'staff.second_factor_reset': 'Reset the second factor of a person',
  // Approvals
  'approval.requested': 'Asked for an approval',
  'approval.approved': 'Approved a request',
  'approval.rejected': 'Rejected a request',
  'approval.cancelled': 'Cancelled a request',
  'approval.failed': 'Approved a request that was no longer possible',
  'approval.expired': 'A request expired',
  'approval.voided': 'A request ended, because its requester lost access',
  'approval_rules.changed': 'Changed what needs an approval',
  // Merchants
  'merchant.payments_frozen': 'Froze payments of a business',
  'merchant.payments_unfrozen': 'Unfroze payments of a business',
  'merchant.payouts_frozen': 'Froze payouts of a business',
  'merchant.payouts_unfrozen': 'Unfroze payouts of a business',
  'merchant.limits_changed': 'Changed the limits of a business',
  'merchant.payout_terms_changed': 'Changed the payout terms of a business',
  'merchant.price_set': 'Set a price of a business',
  'merchant.price_ended': 'Ended a price of a business',
  'merchant.routing_set': 'Set the first processor of a business',
  'merchant.routing_removed': 'Removed the first processor of a business',
  'merchant.viewed': 'Viewed the dashboard of a business',
  'merchant.note_added': 'Wrote a note about a business',
  // Payments
  'payment.checked': 'Checked a payment',
  'dispute.opened': 'Entered a dispute',
  'dispute.evidence_opened': 'Opened evidence of a dispute',
  'dispute.decided': 'Decided a dispute',
  'dispute.returned': 'Reopened a dispute',
  // Log
  'audit.checked': 'Checked the audit log',
  'command.run': 'Ran a command of the command line',
  // Review
  'review.decided': 'Reviewed a business',
  'review.opened': 'Viewed a document or identity number',
  // Money
  'payout.held': 'Held a payout',
  'payout.released': 'Released a payout',
  'payout.retried': 'Sent a payout again',
  'reconciliation.explained': 'Explained a discrepancy',
  'reconciliation.started': 'Started a reconciliation',
  'bank_statement.imported': 'Imported a bank statement',
  // System
  'job.retried': 'Retried a job',
  'job.discarded': 'Discarded a job',
  'event.replayed': 'Processed an event again',
  'holiday.saved': 'Saved a holiday',
  'holiday.removed': 'Removed a holiday',
  'announcement.published': 'Published an announcement',
  'announcement.ended': 'Ended an announcement',
  // Risk
  'risk_rule.created': 'Added a risk rule',
  'risk_rule.changed': 'Changed a risk rule',
  'risk_rule.deleted': 'Deleted a risk rule',
  'risk_block.added': 'Added to the block list',
  'risk_block.removed': 'Removed from the block list',
  'risk_alert.closed': 'Closed a risk alert',
  'risk_alert.reopened': 'Opened a risk alert again',
} as const
export type StaffAction = keyof typeof staffActions

const { get, post } = staffEndpointsFor('audit.view')
export const listStaffEvents = get<typeof schemas.listStaffEvents>('audit-log')
export const listStaffActors = get<typeof schemas.listStaffActors>('audit-log/actors')
export const checkStaffEvents = post<typeof schemas.checkStaffEvents>('audit-log/check')
