import type { mandateFilters } from '@adire/contract/direct-debit.ts'
import type { Debit, MandateRow } from '@adire/contract/direct-debit-schemas.ts'
import { describeTerms, type MandateTerms } from '@adire/contract/mandate-terms.ts'

export type MandateFilter = (typeof mandateFilters)[number]

/** Terms as a label: "NGN 5,000.00 every month", "Up to NGN 5,000.00 at a time". */
export const termsLabel = (terms: MandateTerms) => describeTerms(terms).replace(/^up/, 'Up')

export const customerOf = ({ customerName, customerEmail }: Pick<MandateRow, 'customerName' | 'customerEmail'>) =>
  customerName ?? customerEmail

export const debitNames: Record<Debit['status'], string> = {
  scheduled: 'Scheduled',
  processing: 'At the bank',
  retrying: 'Will be tried again',
  success: 'Successful',
  failed: 'Failed',
  cancelled: 'Cancelled',
}
