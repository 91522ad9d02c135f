import { askInPage, initialiseCharge } from '@adire/contract/charges.ts'
import {
  answerBank,
  getCheckoutPage,
  getCheckoutState,
  getThanks,
  payByAccount,
  payByCard,
  payByQr,
  payByTransfer,
  payByUssd,
  simulateOutcome,
  simulateTransfer,
  startPayment,
} from '@adire/contract/checkout.ts'
import { changeCard, subscribeByAccount } from '@adire/contract/subscriber.ts'
import { creationRoute, route, routeWithoutTransaction } from '../../http/route.ts'
import { debitAccount } from './account.ts'
import { changeCardHandler } from './change-card.ts'
import { chargeCard, submitChallenge } from './charge.ts'
import { getCheckoutPageHandler, getCheckoutStateHandler } from './checkout.ts'
import { inTime } from './in-time.ts'
import { initialiseChargeHandler } from './initialise.ts'
import { initialiseInPage } from './initialise-in-page.ts'
import { openQr, openUssd } from './offline.ts'
import { simulateChannel } from './simulate-channel.ts'
import { startPaymentHandler } from './start.ts'
import { subscribeByAccountHandler } from './subscribe.ts'
import { getThanksHandler } from './thanks.ts'
import { openAccount, simulateTransferHandler } from './transfer.ts'

export const checkoutRoutes = [
  route(initialiseCharge, initialiseChargeHandler),
  route(getCheckoutPage, getCheckoutPageHandler),
  route(startPayment, startPaymentHandler, ['slug', 'checkoutId']),
  route(askInPage, initialiseInPage, ['key']),
  route(getCheckoutState, getCheckoutStateHandler),
  route(getThanks, getThanksHandler),
  route(changeCard, changeCardHandler, ['accessCode']),
  creationRoute(subscribeByAccount, subscribeByAccountHandler, ['slug', 'email']),
  routeWithoutTransaction(payByCard, inTime(chargeCard)),
  routeWithoutTransaction(answerBank, inTime(submitChallenge)),
  routeWithoutTransaction(payByTransfer, inTime(openAccount)),
  routeWithoutTransaction(payByUssd, inTime(openUssd)),
  routeWithoutTransaction(payByQr, inTime(openQr)),
  routeWithoutTransaction(payByAccount, inTime(debitAccount)),
  routeWithoutTransaction(simulateTransfer, simulateTransferHandler),
  routeWithoutTransaction(simulateOutcome, inTime(simulateChannel)),
]
