import { dayMs, hourMs } from '../contract/durations.ts'
import type { SimulationAction } from './action.ts'
import {
  agreePrice,
  changeAccount,
  openBusiness,
  openLink,
  openPlan,
  openSplit,
  rollSecret,
} from './actions/business.ts'
import { continueDispute, openPaymentDispute } from './actions/dispute.ts'
import { exactDay } from './actions/exact.ts'
import { changeAddOns, changeCoupon, openCoupon } from './actions/extras.ts'
import { openInvoice, payInvoice, payInvoiceTwice } from './actions/invoice.ts'
import { lateRefund } from './actions/late-refund.ts'
import { lateTransfer } from './actions/late-transfer.ts'
import { continueMandate, debitMandate, debitsAtOnce, openMandate } from './actions/mandate.ts'
import { comeBack, duplicateWebhook, makePayment, messageLost } from './actions/payer.ts'
import { continueRefund, refundAll, refundPayment, refundsAtOnce } from './actions/refund.ts'
import {
  bankSilence,
  concurrentScheduledJobs,
  resumeHeldSettlement,
  returnsInARow,
  simulateSettlement,
} from './actions/settlement.ts'
import { changePlan, changePlanLater, continueSubscription } from './actions/subscription.ts'
import {
  aMinute,
  aMonth,
  aMorning,
  aWeek,
  crashServer,
  jobsNow,
  passMidnight,
  restoreBackupAction,
  toggleMailOutage,
  toggleMerchantServer,
} from './actions/time.ts'
import { requestPasswordReset } from './actions/user.ts'
import { createRandom } from './chance.ts'
import type { FaultKind, InjectedFault } from './gate.ts'

export const simulationActions = {
  openBusiness,
  openLink,
  agreePrice,
  openSplit,
  openPlan,
  openMandate,
  changeAccount,
  rollSecret,
  pay: makePayment,
  exactDay,
  comeBack,
  duplicateWebhook,
  messageLost,
  refund: refundPayment,
  refundsAtOnce,
  refundAll,
  continueRefund,
  dispute: openPaymentDispute,
  continueDispute,
  debit: debitMandate,
  debitsAtOnce,
  continueMandate,
  continueSubscription,
  changePlan,
  changePlanLater,
  openCoupon,
  changeCoupon,
  changeAddOns,
  openInvoice,
  payInvoice,
  payInvoiceTwice,
  simulateSettlement,
  returnsInARow,
  lateTransfer,
  lateRefund,
  resume: resumeHeldSettlement,
  concurrentScheduledJobs,
  bankSilence,
  aMinute,
  aMorning,
  aWeek,
  aMonth,
  midnight: passMidnight,
  jobsNow,
  toggleMerchantServer,
  mail: toggleMailOutage,
  requestPasswordReset,
  crash: crashServer,
  restore: restoreBackupAction,
} satisfies Record<string, SimulationAction>
export type ActionName = keyof typeof simulationActions

/** One step of a run. It has its own seed, so it does the same when earlier steps are left out. */
export interface SimulationStep {
  name: ActionName
  seed: number
  fault?: InjectedFault
}

export interface SimulationPlan {
  seed: number
  /** Initial time of the clock. */
  startAt: string
  steps: readonly SimulationStep[]
}

type Weights = Partial<Record<ActionName, number>>

const always: Weights = { openLink: 1, pay: 9, jobsNow: 2, aMinute: 2 }
/** Weights of actions by theme: each theme leads to other rare states. */
const themes: Record<string, Weights> = {
  checkout: { comeBack: 4, duplicateWebhook: 4, messageLost: 2, pay: 14, aMinute: 4, crash: 1, refund: 1 },
  thresholds: { agreePrice: 1, exactDay: 9, refund: 1, pay: 2 },
  refunds: { refund: 8, refundsAtOnce: 4, refundAll: 2, continueRefund: 4, aMorning: 2, comeBack: 2, crash: 1 },
  settlements: {
    aMorning: 7,
    simulateSettlement: 4,
    returnsInARow: 3,
    changeAccount: 2,
    refund: 4,
    concurrentScheduledJobs: 2,
    resume: 1,
    dispute: 1,
    midnight: 1,
    bankSilence: 2,
    refundAll: 1,
  },
  lateTransfers: { aMorning: 9, changeAccount: 4, lateTransfer: 6, resume: 3, bankSilence: 1, refund: 2, openSplit: 1 },
  lateRefunds: {
    refund: 9,
    lateRefund: 9,
    refundsAtOnce: 2,
    refundAll: 1,
    continueRefund: 3,
    dispute: 1,
    continueDispute: 1,
    aMorning: 3,
    openSplit: 1,
  },
  disputes: {
    dispute: 6,
    continueDispute: 7,
    refund: 4,
    refundAll: 2,
    continueRefund: 2,
    lateRefund: 4,
    openSplit: 1,
    aMorning: 3,
  },
  mandates: { openMandate: 3, debit: 7, debitsAtOnce: 3, continueMandate: 3, aMorning: 4, refund: 1 },
  subscriptions: {
    openPlan: 3,
    openCoupon: 2,
    changeCoupon: 3,
    changeAddOns: 4,
    continueSubscription: 6,
    changePlan: 3,
    changePlanLater: 2,
    aMorning: 4,
    aWeek: 1,
    refund: 2,
    dispute: 1,
    continueDispute: 1,
  },
  invoices: { openInvoice: 4, payInvoice: 7, payInvoiceTwice: 2, refund: 4, aMorning: 2, continueRefund: 1 },
  deliveries: { toggleMerchantServer: 4, mail: 3, aMinute: 5, refund: 3, rollSecret: 1, crash: 1 },
  closing: { refundAll: 4, refundsAtOnce: 1 },
  silence: { aMorning: 6, bankSilence: 3, midnight: 1 },
  restores: { restore: 3, refund: 4, aMorning: 4, crash: 1, continueRefund: 1 },
  splits: {
    agreePrice: 1,
    openSplit: 3,
    openLink: 4,
    refund: 6,
    dispute: 2,
    continueDispute: 2,
    aMorning: 4,
    continueRefund: 1,
  },
  days: { agreePrice: 2, midnight: 6, aMorning: 4, aWeek: 1, refund: 2 },
  faults: {
    crash: 2,
    restore: 1,
    toggleMerchantServer: 2,
    mail: 2,
    refund: 4,
    aMorning: 3,
    comeBack: 2,
    rollSecret: 1,
    requestPasswordReset: 3,
  },
  everything: {
    agreePrice: 1,
    openSplit: 1,
    openPlan: 1,
    openMandate: 1,
    refund: 4,
    refundsAtOnce: 1,
    continueRefund: 2,
    dispute: 1,
    continueDispute: 2,
    debit: 2,
    openInvoice: 1,
    payInvoice: 2,
    continueSubscription: 2,
    openCoupon: 1,
    changeAddOns: 1,
    simulateSettlement: 1,
    aMorning: 3,
    aWeek: 1,
    crash: 1,
    toggleMerchantServer: 1,
  },
}
/** First steps of themes that need more than two businesses with a link each. */
const beginnings: Record<string, readonly ActionName[]> = {
  subscriptions: ['openBusiness', 'openPlan', 'openPlan', 'openCoupon', 'pay', 'pay'],
}
export const themeNames = Object.keys(themes)

const faultWeights: Record<FaultKind, number> = {
  crash: 5,
  crash_between: 6,
  cut: 3,
  disk: 1,
  response_lost: 4,
  processor_deaf: 1,
  processor_mute: 3,
}

/** Plan of a seed: the actions, their order and the faults. */
export function generatePlan(seed: number, length: number, theme?: string): SimulationPlan {
  const chance = createRandom(seed)
  const about = theme ?? themeNames[seed % themeNames.length]!
  const weights = { ...always, ...themes[about] } as Record<ActionName, number>
  const hasFaults = chance.is(0.6) || about === 'faults'
  const begin: readonly ActionName[] = beginnings[about] ?? ['openBusiness', 'openLink', 'openBusiness', 'openLink']
  const names = Array.from({ length: Math.max(0, length - begin.length) }, () => chance.weighted(weights))
  const steps = [...begin, ...names].map((name, index): SimulationStep => {
    const stepSeed = chance.below(2 ** 31)
    if (!hasFaults || index < begin.length || !chance.is(0.3)) return { name, seed: stepSeed }
    const kind = chance.weighted(faultWeights)
    return {
      name,
      seed: stepSeed,
      fault: { kind, at: chance.is(0.5) ? chance.between(1, 12) : chance.between(10, 40) },
    }
  })
  // A random hour in the 600 days from 4 January 2027, so that runs also cross weekends and month ends.
  const days = chance.below(600)
  const startAt = new Date(Date.parse('2027-01-04T08:00:00Z') + days * dayMs + chance.below(24) * hourMs)
  return { seed, startAt: startAt.toISOString(), steps }
}
