import type { DisputeNotice } from '../features/disputes/open.ts'

/** Notice of a bank that no processor passes on. */
export const newDisputeNotice = (processorReference: string = crypto.randomUUID()): DisputeNotice => ({
  processor: null,
  processorReference,
  category: 'chargeback',
  reason: 'I did not buy this',
})
