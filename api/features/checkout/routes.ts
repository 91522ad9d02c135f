import { hostedChannels } from '@adire/contract/channels/channels.ts'
import { askInPage, initialiseCharge } from '@adire/contract/charges.ts'
import {
  answerBank,
  getCheckoutPage,
  getCheckoutState,
  getThanks,
  openCardPage,
  simulateOutcome,
  simulateTransfer,
  startPayment,
} from '@adire/contract/checkout.ts'
import { chargeSavedCard } from '@adire/contract/saved-cards.ts'
import { changeCard } from '@adire/contract/subscriber.ts'
import { checkCoupon, subscribeByAccount } from '@adire/contract/subscribing.ts'
import { creationRoute, route, routeWithoutTransaction } from '../../http/route.ts'
import { serverChannels } from '../payments/channels/channels.ts'
import { openCardPageHandler } from './card-page.ts'
import { changeCardHandler } from './change-card.ts'
import { chargeSavedCardHandler } from './charge-saved-card.ts'
import { getCheckoutPageHandler, getCheckoutStateHandler } from './checkout.ts'
import { checkCouponHandler } from './coupon.ts'
import { inTime } from './in-time.ts'
import { initialiseChargeHandler } from './initialise.ts'
import { initialiseInPage } from './initialise-in-page.ts'
import { payBy } from './pay.ts'
import { simulateChannel } from './simulate-channel.ts'
import { startPaymentHandler } from './start.ts'
import { submitChallenge } from './submit-challenge.ts'
import { subscribeByAccountHandler } from './subscribe.ts'
import { getThanksHandler } from './thanks.ts'
import { simulateTransferHandler } from './transfer.ts'

export const checkoutRoutes = [
  route(initialiseCharge, initialiseChargeHandler),
  route(getCheckoutPage, getCheckoutPageHandler),
  route(startPayment, startPaymentHandler, ['slug', 'checkoutId']),
  route(askInPage, initialiseInPage, ['key']),
  route(getCheckoutState, getCheckoutStateHandler),
  route(getThanks, getThanksHandler),
  route(changeCard, changeCardHandler, ['accessCode']),
  creationRoute(chargeSavedCard, chargeSavedCardHandler),
  routeWithoutTransaction(checkCoupon, checkCouponHandler),
  creationRoute(subscribeByAccount, subscribeByAccountHandler, ['slug', 'email']),
  // The endpoint's schema has checked that the input is that of the channel.
  ...hostedChannels.map((channel) =>
    routeWithoutTransaction(serverChannels[channel].payer.endpoint, inTime(payBy(channel)) as never),
  ),
  routeWithoutTransaction(openCardPage, inTime(openCardPageHandler)),
  routeWithoutTransaction(answerBank, inTime(submitChallenge)),
  routeWithoutTransaction(simulateTransfer, simulateTransferHandler),
  routeWithoutTransaction(simulateOutcome, inTime(simulateChannel)),
]
