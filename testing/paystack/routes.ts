import { fetchBalance, listBanks, resolveAccount } from './accounts.ts'
import { checkCharge, createCharge, submitStep } from './charges.ts'
import { createCustomer, identifyCustomer, validateAccount } from './customers.ts'
import { findOperation, type Operation } from './description.ts'
import { addEvidence, createUploadAddress, fetchDispute, listDisputes, resolveDispute } from './disputes.ts'
import { deactivateAuthorization, initializeMandate, verifyMandate } from './mandates.ts'
import { createRefund, fetchRefund, listRefunds, retryRefund } from './refunds.ts'
import { listSettledTransactions, listSettlements, listTransactions } from './settlements.ts'
import type { Handler } from './simulation.ts'
import { chargeAuthorization, fetchTransaction, initializeTransaction, verifyTransaction } from './transactions.ts'
import { createRecipient, createTransfer, listTransfers, verifyTransfer } from './transfers.ts'

/** Operations, with their paths as the description writes them. */
const handlers: readonly [method: Operation['method'], path: string, handler: Handler][] = [
  ['POST', '/transaction/initialize', initializeTransaction],
  ['GET', '/transaction/verify/{reference}', verifyTransaction],
  ['GET', '/transaction', listTransactions],
  ['GET', '/transaction/{id}', fetchTransaction],
  ['POST', '/transaction/charge_authorization', chargeAuthorization],
  ['POST', '/charge', createCharge],
  ['POST', '/charge/submit_pin', submitStep('send_pin')],
  ['POST', '/charge/submit_otp', submitStep('send_otp')],
  ['POST', '/charge/submit_phone', submitStep('send_phone')],
  ['POST', '/charge/submit_birthday', submitStep('send_birthday')],
  ['POST', '/charge/submit_address', submitStep('send_address')],
  ['GET', '/charge/{reference}', checkCharge],
  ['POST', '/refund', createRefund],
  ['GET', '/refund', listRefunds],
  ['GET', '/refund/{id}', fetchRefund],
  ['POST', '/refund/retry_with_customer_details/{id}', retryRefund],
  ['POST', '/transferrecipient', createRecipient],
  ['POST', '/transfer', createTransfer],
  ['GET', '/transfer', listTransfers],
  ['GET', '/transfer/verify/{reference}', verifyTransfer],
  ['GET', '/bank', listBanks],
  ['GET', '/bank/resolve', resolveAccount],
  ['POST', '/bank/validate', validateAccount],
  ['GET', '/balance', fetchBalance],
  ['POST', '/customer', createCustomer],
  ['POST', '/customer/{code}/identification', identifyCustomer],
  ['POST', '/customer/authorization/initialize', initializeMandate],
  ['GET', '/customer/authorization/verify/{reference}', verifyMandate],
  ['POST', '/customer/authorization/deactivate', deactivateAuthorization],
  ['GET', '/dispute', listDisputes],
  ['GET', '/dispute/{id}', fetchDispute],
  ['GET', '/dispute/{id}/upload_url', createUploadAddress],
  ['POST', '/dispute/{id}/evidence', addEvidence],
  ['PUT', '/dispute/{id}/resolve', resolveDispute],
  ['GET', '/settlement', listSettlements],
  ['GET', '/settlement/{id}/transactions', listSettledTransactions],
]

export const routes: readonly { operation: Operation; handler: Handler }[] = handlers.map(
  ([method, path, handler]) => ({
    operation: findOperation(method, path),
    handler,
  }),
)
