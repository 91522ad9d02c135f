import * as webhooks from '@adire/contract/webhooks.ts'
import { route, routeThatWithholds, routeWithoutTransaction } from '../../http/route.ts'
import {
  createWebhookEndpointHandler,
  deleteWebhookEndpointHandler,
  listWebhookEndpointsHandler,
  setWebhookEndpointEnabledHandler,
  updateWebhookEndpointHandler,
} from './endpoints.ts'
import { hidePages } from './hide-pages.ts'
import { createWebhookListenerHandler, listenForWebhooksHandler } from './listen.ts'
import { getWebhookDeliveryHandler, listWebhookDeliveriesHandler } from './log.ts'
import { resendFailedWebhooksHandler, resendWebhookDeliveryHandler, sendTestWebhookHandler } from './resend.ts'
import { rollWebhookSecretHandler } from './roll.ts'

export const webhookRoutes = [
  route(webhooks.listWebhookEndpoints, listWebhookEndpointsHandler),
  route(webhooks.createWebhookEndpoint, createWebhookEndpointHandler),
  route(webhooks.updateWebhookEndpoint, updateWebhookEndpointHandler),
  route(webhooks.setWebhookEndpointEnabled, setWebhookEndpointEnabledHandler),
  route(webhooks.deleteWebhookEndpoint, deleteWebhookEndpointHandler),
  route(webhooks.rollWebhookSecret, rollWebhookSecretHandler),
  route(webhooks.sendTestWebhook, sendTestWebhookHandler),
  route(webhooks.listWebhookDeliveries, listWebhookDeliveriesHandler),
  routeThatWithholds(webhooks.getWebhookDelivery, hidePages, getWebhookDeliveryHandler),
  route(webhooks.resendWebhookDelivery, resendWebhookDeliveryHandler),
  route(webhooks.resendFailedWebhooks, resendFailedWebhooksHandler),
  route(webhooks.createWebhookListener, createWebhookListenerHandler),
  routeWithoutTransaction(webhooks.listenForWebhooks, listenForWebhooksHandler),
]
