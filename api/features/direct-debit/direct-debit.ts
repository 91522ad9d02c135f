import {
  cancelDebit,
  cancelMandate,
  createMandate,
  debitNow,
  deleteMandate,
  downloadMandates,
  editMandate,
  getDebitCalendar,
  getMandate,
  getMandateStatus,
  listDebits,
  listMandatePayments,
  listMandates,
  scheduleDebit,
  sendMandate,
} from '@adire/contract/direct-debit.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import {
  confirmMandate,
  declineMandate,
  getMandatePage,
  requestMandateOtp,
  simulateMandateTransfer,
} from '@adire/contract/mandate-page.ts'
import type { MerchantContext } from '../../context.ts'
import { answer, answerCreation, answerDownload, answerInSteps } from '../../http/answer.ts'
import { calendar } from './calendar.ts'
import { confirm, decline, page, requestOtp } from './consent.ts'
import * as debit from './debits.ts'
import { download } from './download.ts'
import { debits, list, status, transactions } from './list.ts'
import { cancel, send } from './send.ts'
import { show } from './show.ts'
import { simulate } from './simulate.ts'
import { create, edit, remove } from './write.ts'

export { emitMandate } from './emit.ts'
export { forgetMandates, mandatesOf, openMandatesOf } from './forget.ts'
export { tell as tellMandate } from './move.ts'
export { endMandate, mandateMoved } from './promise.ts'
export { request as requestMandate } from './send.ts'
export { addMandate, requireDebitable } from './write.ts'

export const routes = [
  answer(listMandates, list),
  answerDownload(downloadMandates, download),
  answerCreation(createMandate, create),
  answer(sendMandate, send),
  answer(getMandate, get),
  answerInSteps(editMandate, edit),
  answer(deleteMandate, remove),
  answer(getMandateStatus, status),
  answer(cancelMandate, cancel),
  answerCreation(debitNow, debit.now),
  answer(scheduleDebit, debit.schedule),
  answer(cancelDebit, debit.cancel),
  answer(listDebits, debits),
  answer(listMandatePayments, transactions),
  answer(getDebitCalendar, calendar),
  answer(getMandatePage, page),
  answerInSteps(requestMandateOtp, requestOtp),
  answerInSteps(confirmMandate, confirm),
  answerInSteps(declineMandate, decline),
  answerInSteps(simulateMandateTransfer, simulate),
]

async function get(context: MerchantContext, { id }: Parsed<typeof getMandate>) {
  return show(context, id)
}
