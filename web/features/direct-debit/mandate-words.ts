import type { mandateFilters } from '@adire/contract/direct-debit.ts'
import type { Debit, MandateRow } from '@adire/contract/direct-debit-schemas.ts'
import { describeTerms, type MandateTerms } from '@adire/contract/mandate-terms.ts'

export type MandateFilter = (typeof mandateFilters)[number]

/** Terms as a label: "NGN 5,000.00 every month", "Up to NGN 5,000.00 at a time". */
export const termsLabel = (terms: MandateTerms) => describeTerms(terms).replace(/^up/, 'Up')

export const customerOf = ({ customerName, customerEmail }: Pick<MandateRow, 'customerName' | 'customerEmail'>) =>
  customerName ?? customerEmail

type MandateState = Pick<MandateRow, 'status' | 'readyToDebit'>

/** Label of a mandate's status. `active` has two labels: before and after the bank allows debits. */
export function stateName({ status, readyToDebit }: MandateState): string {
  if (status === 'active') return readyToDebit ? 'Ready to debit' : 'Active, not ready yet'
  return stateNames[status]
}

export const stateNames: Record<MandateRow['status'], string> = {
  draft: 'Draft',
  pending: 'Waiting for consent',
  pending_authorization: 'Waiting for NGN 50',
  pending_activation: 'At the bank',
  active: 'Active',
  suspended: 'Suspended',
  rejected: 'Rejected',
  authorization_expired: 'Not authorised in time',
  cancelled: 'Cancelled',
  expired: 'Ended',
}

export const debitNames: Record<Debit['status'], string> = {
  scheduled: 'Scheduled',
  processing: 'At the bank',
  retrying: 'Will be tried again',
  success: 'Successful',
  failed: 'Failed',
  cancelled: 'Cancelled',
}
