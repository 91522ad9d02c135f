import { accountLabel } from '@adire/contract/channels/method-name.ts'
import { findBank } from '../lookups/lookups.ts'
import type { MandateRecord } from './move.ts'

/** Values of a mandate for the audit log. */
export const toMandateAuditValues = (mandate: MandateRecord) => ({
  customer: mandate.customerEmail,
  account: accountLabel(findBank(mandate.bankId)?.name ?? '', mandate.last4),
  kind: mandate.kind,
  amountKobo: mandate.amountKobo,
  maxTotalKobo: mandate.maxTotalKobo,
  frequency: mandate.frequency,
  startOn: mandate.startOn,
  endOn: mandate.endOn,
  feeBearer: mandate.feeBearer,
})
