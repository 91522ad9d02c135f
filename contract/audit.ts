import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Actor, csvColumns, Day, Id, inputSchema, Paginated, paginationFields, Timestamp } from './fields.ts'

/** Audited actions and their labels on screen. */
export const auditActions = {
  'session.started': 'Signed in',
  'session.ended': 'Signed out',
  'password.changed': 'Changed the password',
  'password.reset': 'Reset the password',
  'two_factor.enabled': 'Turned two-factor on',
  'two_factor.disabled': 'Turned two-factor off',
  'recovery_codes.renewed': 'Made new recovery codes',
  'user.updated': 'Changed the user profile',
  'notifications.updated': 'Changed notification preferences',
  'merchant.created': 'Added the business',
  'merchant.updated': 'Changed the business profile',
  'logo.updated': 'Changed the logo',
  'logo.removed': 'Removed the logo',
  'kyc.submitted': 'Submitted for review',
  'kyc.reviewed': 'Reviewed',
  'kyc.opened': 'Opened identity numbers or documents',
  'go_live.requested': 'Asked to go live',
  'go_live.reviewed': 'Reviewed going live',
  'api_key.created': 'Created a key',
  'api_key.rolled': 'Rolled a key',
  'api_key.revoked': 'Revoked a key',
  'webhook.created': 'Added a webhook endpoint',
  'webhook.updated': 'Changed a webhook endpoint',
  'webhook.enabled': 'Switched a webhook endpoint on',
  'webhook.disabled': 'Switched a webhook endpoint off',
  'webhook.rolled': 'Rolled a webhook secret',
  'webhook.deleted': 'Deleted a webhook endpoint',
  'bank_account.added': 'Added a bank account',
  'bank_account.updated': 'Changed a bank account',
  'bank_account.deleted': 'Deleted a bank account',
  'payout_account.change_requested': 'Asked for another payout account',
  'payout_account.change_cancelled': 'Cancelled a change of the payout account',
  'payout_account.changed': 'Changed the payout account',
  'payment_link.created': 'Made a payment link',
  'payment_link.updated': 'Changed a payment link',
  'payment_link.published': 'Published a payment link',
  'payment_link.unpublished': 'Unpublished a payment link',
  'payment_link.archived': 'Deleted a payment link and kept its payments',
  'payment_link.removed': 'Deleted a payment link',
  'customer.blacklisted': 'Blacklisted a customer',
  'customer.unblacklisted': 'Took a customer off the blacklist',
  'customer.erased': 'Erased a customer',
  'invoice.created': 'Wrote an invoice',
  'invoice.updated': 'Changed a draft invoice',
  'invoice.sent': 'Sent an invoice',
  'invoice.reminded': 'Reminded of an invoice',
  'invoice.payment_recorded': 'Recorded a payment of an invoice',
  'invoice.cancelled': 'Cancelled an invoice',
  'invoice.deleted': 'Deleted an invoice',
  'mandate.created': 'Made a mandate',
  'mandate.updated': 'Changed a draft mandate',
  'mandate.deleted': 'Deleted a draft mandate',
  'mandate.sent': 'Asked a customer for a mandate',
  'mandate.cancelled': 'Cancelled a mandate',
  'debit.requested': 'Debited a customer',
  'debit.scheduled': 'Planned a debit',
  'debit.cancelled': 'Cancelled a debit',
  'plan.created': 'Made a plan',
  'plan.updated': 'Changed a plan',
  'plan.activated': 'Opened a plan for sign-ups',
  'plan.deactivated': 'Closed a plan for sign-ups',
  'plan.deleted': 'Deleted a plan',
  'subscription.cancelled': 'Cancelled a subscription',
  'subscription.paused': 'Paused a subscription',
  'subscription.resumed': 'Resumed a subscription',
  'subscription.plan_changed': 'Changed the plan of a subscription',
  'subscription.link_sent': 'Mailed the link of a subscription',
  'refund.requested': 'Refunded a payment',
  'refund.account_given': 'Sent a refund to a bank account',
  'refund.cancelled': 'Cancelled a refund',
  'dispute.accepted': 'Accepted a dispute',
  'dispute.contested': 'Contested a dispute',
  'dispute.decided': 'Decided a dispute',
  'dispute.evidence_opened': 'Opened the evidence of a dispute',
  'settlement.resumed': 'Confirmed the account of a settlement',
  'split.created': 'Made a split',
  'split.updated': 'Changed a split',
  'split.archived': 'Archived a split',
  'split.removed': 'Deleted a split',
  'split_party.created': 'Added a party of splits',
  'split_party.updated': 'Changed a party of splits',
  'split_party.archived': 'Archived a party of splits',
  'split_party.removed': 'Deleted a party of splits',
  'test_clock.moved': 'Moved the test clock',
} as const
export type AuditAction = keyof typeof auditActions
const actions = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]

/** Entry of the audit log. */
export const AuditEvent = z.object({
  id: Id,
  action: z.enum(actions),
  actor: Actor,
  /** Object of the action: "Access Bank 0000000017", "BVN". Null for none. */
  object: z.nullable(z.string()),
  /** Values of the changed fields before the action, without secrets. Null for none. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  /** Values of the changed fields after the action, or details of the action, without secrets. Null for none. */
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** IP address of the actor. Null when unknown. */
  ip: z.nullable(z.string()),
  /** Browser and system of the actor. Null when unknown. */
  device: z.nullable(z.string()),
  at: Timestamp,
})
export type AuditEvent = z.infer<typeof AuditEvent>

const filters = {
  action: z.optional(z.enum(actions)),
  /**
   * Actor, exactly as in the log: email address of a user, key (`…a1b2`), or name of an operator or the system.
   * Optional, at most 254 characters.
   */
  actor: z.optional(z.string().check(z.maxLength(254, 'This is too long'))),
  /** First Lagos day, included. Optional. */
  from: z.optional(Day),
  /** Last Lagos day, included. Optional. */
  to: z.optional(Day),
}

const member = endpointsFor('core', 'member')
/** Audit log of the business and of the signed-in user's own account, newest first. */
export const listAuditEvents = member.get(
  'api/v1/merchants/:merchantId/audit-log',
  inputSchema({ ...paginationFields, ...filters }),
  Paginated(AuditEvent),
)
/** Names of the actors in the log, in alphabetical order, for the filter. At most 100. */
export const listAuditActors = member.get(
  'api/v1/merchants/:merchantId/audit-log/actors',
  inputSchema({}),
  z.object({ content: z.array(z.string()) }),
)
/** CSV file of all entries that match the filter, with Lagos times. */
export const downloadAuditEvents = member.download(
  'api/v1/merchants/:merchantId/audit-log/download',
  inputSchema({ ...filters, columns: csvColumns }),
  z.string(),
  'audit-log.csv',
)
