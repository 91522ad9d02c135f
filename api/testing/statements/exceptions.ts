import type { PublicNames } from './find-unnamed.ts'

const queue = 'Stays on the first server (decision 96, step 4)'
const staff = 'Belongs to the staff, not to a business'

/** Tables whose statements need not name the merchant, with the reason. */
export const exemptTables: Readonly<Record<string, string>> = {
  failed_jobs: queue,
  outbox: queue,
  staff_approval_requests: staff,
  staff_events: staff,
}

/** Names and secrets by which payers, servers, processors and people find a business: such a statement asks all servers (decision 115). */
export const publicNames: PublicNames = {
  api_keys: ['hash'],
  charges: ['access_code'],
  disputes: ['processor_reference'],
  invitations: ['token_hash'],
  invoices: ['reference'],
  mandates: ['access_code', 'processor_reference'],
  /** The businesses of a person. */
  memberships: ['user_id'],
  merchant_views: ['code_hash'],
  /** Each id of a business leads to its other one. */
  merchants: ['id', 'test_merchant_id'],
  payments: ['access_code', 'processor_reference'],
  payouts: ['reference'],
  public_names: ['name'],
  push_subscriptions: ['id'],
  refunds: ['reference'],
  subscriptions: ['access_code'],
}

const roles = 'Members of a live business have roles of its test business (decision 96, step 1)'
const pictures = 'A picture is shown by its id; the logo of a live business is a file of its test business'
const sum = 'A metric of the operator: the sum of all accounts of the ledger, which is 0'
const due = 'A metric of the operator: the due webhooks of all businesses'
const account = 'The sandbox finds a payment by the account number of its transfer'

/** Other uses, as a failure of the check names them, with the reason. */
export const exceptions: Readonly<Record<string, string>> = {
  'delete files by id': pictures,
  'select audit_events by merchant_id, position, user_id': 'A chain belongs to a business, a person or the platform',
  'select channel_outcomes by at, mode': 'The health of a channel is measured over all businesses',
  'select custom_roles by id': roles,
  'select files by id': pictures,
  'select files by id, purpose': pictures,
  'select ledger_deltas': sum,
  'select ledger_snapshots': sum,
  'select mandates by customer_email, processor, status': 'The event of a processor names only the payer',
  'select mandates by processor_reference, reference': 'The reference that a processor has is one of two columns',
  'select memberships by custom_role_id': roles,
  'select payment_links by expires_at, merchant_id, plan_id, status': 'Any page shows whether the checkout is changed',
  'select payments by channel_details, merchant_id': account,
  'select test_clocks by merchant_id': account,
  'select test_clocks by merchant_id, move_id':
    'Messages of the outbox wait while the clock of their business is moved',
  'select webhook_deliveries by endpoint_id, merchant_id, next_attempt_at, state': due,
  'select webhook_endpoints by enabled, id, merchant_id': due,
}
