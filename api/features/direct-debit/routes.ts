import * as directDebit from '@adire/contract/direct-debit.ts'
import * as mandateImport from '@adire/contract/mandate-import.ts'
import * as mandatePage from '@adire/contract/mandate-page.ts'
import { creationRoute, route, routeWithoutTransaction, routeWithSecrets, tableRoutes } from '../../http/route.ts'
import { getDebitCalendarHandler } from './calendar.ts'
import { confirmMandateHandler, getMandatePageHandler, requestMandateOtpHandler } from './consent.ts'
import { createMandateHandler } from './create-mandate.ts'
import * as debit from './debits.ts'
import { declineMandateHandler, stopMandateHandler } from './decline.ts'
import { deleteMandateHandler } from './delete-mandate.ts'
import { downloadMandatesHandler } from './download.ts'
import { checkMandateImportHandler } from './import.ts'
import { getMandateStatusHandler, listDebitsHandler, listMandatePaymentsHandler, listMandatesHandler } from './list.ts'
import { cancelMandateHandler, sendMandateHandler } from './send.ts'
import { retrieveMandate } from './serialize.ts'
import { simulateMandateTransferHandler } from './simulate.ts'
import { skipDebitHandler } from './skip.ts'
import { updateMandateHandler } from './update-mandate.ts'

export const directDebitRoutes = [
  route(directDebit.listMandates, listMandatesHandler),
  ...tableRoutes(directDebit.downloadMandates, directDebit.downloadMandatesXlsx, downloadMandatesHandler),
  creationRoute(directDebit.createMandate, createMandateHandler),
  route(mandateImport.checkMandateImport, checkMandateImportHandler),
  route(directDebit.sendMandate, sendMandateHandler),
  routeWithSecrets(directDebit.getMandate, 'direct_debit.manage', ['consentUrl'], (context, { id }) =>
    retrieveMandate(context, id),
  ),
  routeWithoutTransaction(directDebit.updateMandate, updateMandateHandler),
  route(directDebit.deleteMandate, deleteMandateHandler),
  route(directDebit.getMandateStatus, getMandateStatusHandler),
  route(directDebit.cancelMandate, cancelMandateHandler),
  route(directDebit.debitNow, debit.debitNowHandler),
  route(directDebit.scheduleDebit, debit.scheduleDebitHandler),
  route(directDebit.cancelDebit, debit.cancelDebitHandler),
  route(directDebit.listDebits, listDebitsHandler),
  route(directDebit.listMandatePayments, listMandatePaymentsHandler),
  route(directDebit.getDebitCalendar, getDebitCalendarHandler),
  route(mandatePage.getMandatePage, getMandatePageHandler),
  routeWithoutTransaction(mandatePage.requestMandateOtp, requestMandateOtpHandler),
  routeWithoutTransaction(mandatePage.confirmMandate, confirmMandateHandler),
  routeWithoutTransaction(mandatePage.declineMandate, declineMandateHandler),
  routeWithoutTransaction(mandatePage.stopMandate, stopMandateHandler),
  routeWithoutTransaction(mandatePage.skipDebit, skipDebitHandler),
  routeWithoutTransaction(mandatePage.simulateMandateTransfer, simulateMandateTransferHandler),
]
