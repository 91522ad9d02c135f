import { backupUsage } from './backup/operator.ts'
import { auditUsage } from './features/audit/operator.ts'
import { channelUsage } from './features/channel-health/operator.ts'
import { checkoutUsage } from './features/checkout-integrity/operator.ts'
import { disputeUsage } from './features/disputes/operator.ts'
import { kycUsage } from './features/onboarding/operator.ts'
import { priceUsage } from './features/prices/operator.ts'
import { paymentUsage } from './features/processor-calls/operator.ts'
import { eventUsage } from './features/processor-events/operator.ts'
import { reconciliationUsage } from './features/reconciliation/operator.ts'
import { restrictionUsage } from './features/restrictions/operator.ts'
import { routingUsage } from './features/routing/operator.ts'
import { moneyUsage } from './features/settlements/operator.ts'
import { staffUsage } from './features/staff/operator.ts'
import { userUsage } from './features/users/operator.ts'
import { jobsUsage } from './jobs/operator.ts'

const databaseUsage = `
  migrate                                    brings the database up to date, for processes with MIGRATE_AT_START=off
  keys replace-signing                       allows the next process that starts to have a new SIGNING_KEY`

const usages = [
  kycUsage,
  disputeUsage,
  moneyUsage,
  restrictionUsage,
  priceUsage,
  reconciliationUsage,
  auditUsage,
  paymentUsage,
  channelUsage,
  routingUsage,
  userUsage,
  staffUsage,
  checkoutUsage,
  eventUsage,
  jobsUsage,
  databaseUsage,
  backupUsage,
]
export const operatorUsage = usages.join('\n')
