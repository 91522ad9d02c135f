import { hostedChannels } from '@adire/contract/channels/channels.ts'
import * as charges from '@adire/contract/charges.ts'
import * as checkout from '@adire/contract/checkout.ts'
import * as savedCards from '@adire/contract/saved-cards.ts'
import * as subscriber from '@adire/contract/subscriber.ts'
import * as subscribing from '@adire/contract/subscribing.ts'
import { creationRoute, route, routeWithoutTransaction } from '../../http/route.ts'
import { serverChannels } from '../payments/channels/channels.ts'
import { openCardPageHandler } from './card-page.ts'
import { changeCardHandler } from './change-card.ts'
import { chargeSavedCardHandler } from './charge-saved-card.ts'
import { getCheckoutPageHandler, getCheckoutStateHandler } from './checkout.ts'
import { checkCouponHandler } from './coupon.ts'
import { initialiseChargeHandler } from './initialise.ts'
import { initialiseInPage } from './initialise-in-page.ts'
import { onBusinessClock } from './on-business-clock.ts'
import { payBy } from './pay.ts'
import { simulateChannel } from './simulate-channel.ts'
import { startPaymentHandler } from './start.ts'
import { submitChallenge } from './submit-challenge.ts'
import { subscribeByAccountHandler } from './subscribe.ts'
import { getThanksHandler } from './thanks.ts'
import { simulateTransferHandler } from './transfer.ts'

export const checkoutRoutes = [
  route(charges.initialiseCharge, initialiseChargeHandler),
  route(checkout.getCheckoutPage, getCheckoutPageHandler),
  route(checkout.startPayment, startPaymentHandler, ['slug', 'checkoutId']),
  route(charges.askInPage, initialiseInPage, ['key']),
  route(checkout.getCheckoutState, getCheckoutStateHandler),
  route(checkout.getThanks, getThanksHandler),
  route(subscriber.changeCard, changeCardHandler, ['accessCode']),
  creationRoute(savedCards.chargeSavedCard, chargeSavedCardHandler),
  routeWithoutTransaction(subscribing.checkCoupon, checkCouponHandler),
  creationRoute(subscribing.subscribeByAccount, subscribeByAccountHandler, ['slug', 'email']),
  // The endpoint's schema has checked that the input is that of the channel.
  ...hostedChannels.map((channel) =>
    routeWithoutTransaction(serverChannels[channel].payer.endpoint, onBusinessClock(payBy(channel)) as never),
  ),
  routeWithoutTransaction(checkout.openCardPage, onBusinessClock(openCardPageHandler)),
  routeWithoutTransaction(checkout.answerBank, onBusinessClock(submitChallenge)),
  routeWithoutTransaction(checkout.simulateTransfer, simulateTransferHandler),
  routeWithoutTransaction(checkout.simulateOutcome, onBusinessClock(simulateChannel)),
]
