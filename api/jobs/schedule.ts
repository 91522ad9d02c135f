import { sweeps as bankAccountSweeps } from '../features/bank-accounts/jobs.ts'
import { works as checkout, sweeps as checkoutSweeps } from '../features/checkout/jobs.ts'
import { works as directDebit, sweeps as directDebitSweeps } from '../features/direct-debit/jobs.ts'
import { sweeps as disputeSweeps, works as disputes } from '../features/disputes/jobs.ts'
import { sweeps as invoiceSweeps, works as invoices } from '../features/invoices/jobs.ts'
import { works as kyc } from '../features/kyc/jobs.ts'
import { works as notifications } from '../features/notifications/jobs.ts'
import { works as payments } from '../features/payments/jobs.ts'
import { sweeps as refundSweeps, works as refunds } from '../features/refunds/jobs.ts'
import { sweeps as settlementSweeps, works as settlements } from '../features/settlements/jobs.ts'
import { works as site } from '../features/site/jobs.ts'
import { sweeps as partySweeps } from '../features/splits/jobs.ts'
import { sweeps as subscriptionSweeps, works as subscriptions } from '../features/subscriptions/jobs.ts'
import { worksOn as testClock } from '../features/test-clock/jobs.ts'
import { works as users } from '../features/users/jobs.ts'
import { works as webhooks } from '../features/webhooks/jobs.ts'
import { works as housekeeping } from './housekeeping.ts'
import { type Sweep, workOf } from './sweep.ts'
import type { Work } from './work.ts'

/** What becomes due as time passes; the clock of a test business goes from one of them to the next. */
export const sweeps: readonly Sweep[] = [
  bankAccountSweeps,
  partySweeps,
  checkoutSweeps,
  refundSweeps,
  disputeSweeps,
  invoiceSweeps,
  settlementSweeps,
  directDebitSweeps,
  subscriptionSweeps,
].flat()

/** Every job there is; those with `every` run by themselves. */
export const works: readonly Work[] = [
  housekeeping,
  users,
  notifications,
  kyc,
  payments,
  refunds,
  disputes,
  settlements,
  checkout,
  invoices,
  site,
  directDebit,
  subscriptions,
  webhooks,
  sweeps.map(workOf),
  testClock(() => ({ sweeps, works })),
].flat()
