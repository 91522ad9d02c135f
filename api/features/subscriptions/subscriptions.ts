import { cancelPayerSubscription, getPayerSubscription } from '@adire/contract/subscriber.ts'
import {
  cancelSubscription,
  changeSubscriptionPlan,
  downloadSubscriptions,
  getSubscription,
  getSubscriptionTotals,
  listSubscriptionInvoices,
  listSubscriptions,
  pauseSubscription,
  previewPlanChange,
  resumeSubscription,
  sendSubscriptionLink,
} from '@adire/contract/subscriptions.ts'
import { answer, answerDownload, answerInSteps } from '../../http/answer.ts'
import { cancel } from './cancel.ts'
import { changePlan, preview } from './change-plan.ts'
import { get, invoices } from './detail.ts'
import { download, list, totals } from './list.ts'
import { pause, resume, sendLink } from './pause.ts'
import { cancelAsPayer, getAsPayer } from './payer.ts'

export { monthlyKobo, stepFrom } from './calendar.ts'
export { codeAlphabet, lowerAlphabet, randomText } from './charge.ts'
export { holdDebt } from './debt.ts'
export { forgetSubscriber, runningSubscriptionsOf, subscriptionsOf } from './forget.ts'
export { renewing, runningList } from './list.ts'
export { payerUrl } from './mails.ts'
export { findSubscription, invoiceOf, lockSubscription, type SubscriptionRecord, tell } from './move.ts'
export {
  cancelAsPayer,
  cardCheckKobo,
  findByAccessCode,
  mayChangeCard,
  owedOf,
  requireFound,
  sheetOf,
} from './payer.ts'
export { addPending, findPending } from './pending.ts'

export const routes = [
  answer(listSubscriptions, list),
  answerDownload(downloadSubscriptions, download),
  answer(getSubscriptionTotals, totals),
  answer(getSubscription, get),
  answer(listSubscriptionInvoices, invoices),
  answer(cancelSubscription, cancel),
  answer(pauseSubscription, pause),
  answer(resumeSubscription, resume),
  answer(previewPlanChange, preview),
  answerInSteps(changeSubscriptionPlan, changePlan),
  answer(sendSubscriptionLink, sendLink),
  answer(getPayerSubscription, getAsPayer),
  answer(cancelPayerSubscription, cancelAsPayer),
]
