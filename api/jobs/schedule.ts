import { works as checkout } from '../features/checkout/jobs.ts'
import { works as disputes } from '../features/disputes/jobs.ts'
import { works as invoices } from '../features/invoices/jobs.ts'
import { works as kyc } from '../features/kyc/jobs.ts'
import { works as notifications } from '../features/notifications/jobs.ts'
import { works as payments } from '../features/payments/jobs.ts'
import { works as refunds } from '../features/refunds/jobs.ts'
import { works as users } from '../features/users/jobs.ts'
import { works as housekeeping } from './housekeeping.ts'
import type { Work } from './work.ts'

/** Every job there is; those with `every` run by themselves. */
export const works: readonly Work[] = [
  housekeeping,
  users,
  notifications,
  kyc,
  payments,
  refunds,
  disputes,
  checkout,
  invoices,
].flat()
