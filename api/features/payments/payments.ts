import {
  downloadPayments,
  getOverview,
  getOverviewSeries,
  getPayment,
  getPaymentTotals,
  listPayments,
  notePayment,
  resendReceipt,
} from '@adire/contract/payments.ts'
import { answer, answerDownload, answerTimeless } from '../../http/answer.ts'
import { annotate, resend } from './annotate.ts'
import { get } from './detail.ts'
import { download } from './download.ts'
import { list } from './list.ts'
import { overview, series } from './overview.ts'
import { totals } from './totals.ts'

export { rowOf as paymentRow } from './detail.ts'
export { emitPayment } from './emit.ts'
export { figuresOf } from './figures.ts'
export { lastCheckOf } from './late-transfer.ts'
export { list as paymentRows } from './list.ts'
export { addPayment, change, lockPayment, note, type PaymentRecord } from './move.ts'
export { returnText, tellOfReturn } from './returned.ts'
export { noAccount, noCard, settle } from './settle.ts'

export const routes = [
  answerTimeless(listPayments, list),
  answerTimeless(getPaymentTotals, totals),
  answerDownload(downloadPayments, download),
  answerTimeless(getOverview, overview),
  answerTimeless(getOverviewSeries, series),
  answer(getPayment, get),
  answer(notePayment, annotate),
  answer(resendReceipt, resend),
]
