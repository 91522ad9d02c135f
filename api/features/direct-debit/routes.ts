import {
  cancelDebit,
  cancelMandate,
  createMandate,
  debitNow,
  deleteMandate,
  downloadMandates,
  downloadMandatesXlsx,
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
import { checkMandateImport } from '@adire/contract/mandate-import.ts'
import {
  confirmMandate,
  declineMandate,
  getMandatePage,
  requestMandateOtp,
  simulateMandateTransfer,
  skipDebit,
  stopMandate,
} from '@adire/contract/mandate-page.ts'
import { creationRoute, route, routeWithoutTransaction, tableRoutes } from '../../http/route.ts'
import { getDebitCalendarHandler } from './calendar.ts'
import { confirmMandateHandler, getMandatePageHandler, requestMandateOtpHandler } from './consent.ts'
import * as debit from './debits.ts'
import { declineMandateHandler, stopMandateHandler } from './decline.ts'
import { downloadMandatesHandler } from './download.ts'
import { checkMandateImportHandler } from './import.ts'
import { getMandateStatusHandler, listDebitsHandler, listMandatePaymentsHandler, listMandatesHandler } from './list.ts'
import { cancelMandateHandler, sendMandateHandler } from './send.ts'
import { retrieveMandate } from './serialize.ts'
import { simulateMandateTransferHandler } from './simulate.ts'
import { skipDebitHandler } from './skip.ts'
import { createMandateHandler, deleteMandateHandler, editMandateHandler } from './write.ts'

export const directDebitRoutes = [
  route(listMandates, listMandatesHandler),
  ...tableRoutes(downloadMandates, downloadMandatesXlsx, downloadMandatesHandler),
  creationRoute(createMandate, createMandateHandler),
  route(checkMandateImport, checkMandateImportHandler),
  route(sendMandate, sendMandateHandler),
  route(getMandate, (context, { id }) => retrieveMandate(context, id)),
  routeWithoutTransaction(editMandate, editMandateHandler),
  route(deleteMandate, deleteMandateHandler),
  route(getMandateStatus, getMandateStatusHandler),
  route(cancelMandate, cancelMandateHandler),
  route(debitNow, debit.debitNowHandler),
  route(scheduleDebit, debit.scheduleDebitHandler),
  route(cancelDebit, debit.cancelDebitHandler),
  route(listDebits, listDebitsHandler),
  route(listMandatePayments, listMandatePaymentsHandler),
  route(getDebitCalendar, getDebitCalendarHandler),
  route(getMandatePage, getMandatePageHandler),
  routeWithoutTransaction(requestMandateOtp, requestMandateOtpHandler),
  routeWithoutTransaction(confirmMandate, confirmMandateHandler),
  routeWithoutTransaction(declineMandate, declineMandateHandler),
  routeWithoutTransaction(stopMandate, stopMandateHandler),
  routeWithoutTransaction(skipDebit, skipDebitHandler),
  routeWithoutTransaction(simulateMandateTransfer, simulateMandateTransferHandler),
]
