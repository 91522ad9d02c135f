import { fetchBalance, listBanks, resolveAccount } from './accounts.ts'
import { checkCharge, createCharge, submitStep } from './charges.ts'
import { findOperation, type Operation } from './description.ts'
import { createRefund, fetchRefund, listRefunds, retryRefund } from './refunds.ts'
import type { Handler } from './simulation.ts'
import { chargeAuthorization, fetchTransaction, initializeTransaction, verifyTransaction } from './transactions.ts'
import { createRecipient, createTransfer, verifyTransfer } from './transfers.ts'

/** Operations, with their paths as the description writes them. */
const handlers: readonly [method: Operation['method'], path: string, handler: Handler][] = [
  ['POST', '/transaction/initialize', initializeTransaction],
  ['GET', '/transaction/verify/{reference}', verifyTransaction],
  ['GET', '/transaction/{id}', fetchTransaction],
  ['POST', '/transaction/charge_authorization', chargeAuthorization],
  ['POST', '/charge', createCharge],
  ['POST', '/charge/submit_pin', submitStep('send_pin')],
  ['POST', '/charge/submit_otp', submitStep('send_otp')],
  ['POST', '/charge/submit_phone', submitStep('send_phone')],
  ['POST', '/charge/submit_birthday', submitStep('send_birthday')],
  ['GET', '/charge/{reference}', checkCharge],
  ['POST', '/refund', createRefund],
  ['GET', '/refund', listRefunds],
  ['GET', '/refund/{id}', fetchRefund],
  ['POST', '/refund/retry_with_customer_details/{id}', retryRefund],
  ['POST', '/transferrecipient', createRecipient],
  ['POST', '/transfer', createTransfer],
  ['GET', '/transfer/verify/{reference}', verifyTransfer],
  ['GET', '/bank', listBanks],
  ['GET', '/bank/resolve', resolveAccount],
  ['GET', '/balance', fetchBalance],
]

export const routes: readonly { operation: Operation; handler: Handler }[] = handlers.map(
  ([method, path, handler]) => ({
    operation: findOperation(method, path),
    handler,
  }),
)
