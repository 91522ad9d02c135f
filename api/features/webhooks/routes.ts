import {
  createWebhookEndpoint,
  createWebhookListener,
  deleteWebhookEndpoint,
  getWebhookDelivery,
  listenForWebhooks,
  listWebhookDeliveries,
  listWebhookEndpoints,
  resendFailedWebhooks,
  resendWebhookDelivery,
  rollWebhookSecret,
  sendTestWebhook,
  setWebhookEndpointEnabled,
  updateWebhookEndpoint,
} from '@adire/contract/webhooks.ts'
import { route, routeWithoutTransaction } from '../../http/route.ts'
import {
  createWebhookEndpointHandler,
  deleteWebhookEndpointHandler,
  listWebhookEndpointsHandler,
  setWebhookEndpointEnabledHandler,
  updateWebhookEndpointHandler,
} from './endpoints.ts'
import { createWebhookListenerHandler, listenForWebhooksHandler } from './listen.ts'
import { getWebhookDeliveryHandler, listWebhookDeliveriesHandler } from './log.ts'
import { resendFailedWebhooksHandler, resendWebhookDeliveryHandler, sendTestWebhookHandler } from './resend.ts'
import { rollWebhookSecretHandler } from './roll.ts'

export const webhookRoutes = [
  route(listWebhookEndpoints, listWebhookEndpointsHandler),
  route(createWebhookEndpoint, createWebhookEndpointHandler),
  route(updateWebhookEndpoint, updateWebhookEndpointHandler),
  route(setWebhookEndpointEnabled, setWebhookEndpointEnabledHandler),
  route(deleteWebhookEndpoint, deleteWebhookEndpointHandler),
  route(rollWebhookSecret, rollWebhookSecretHandler),
  route(sendTestWebhook, sendTestWebhookHandler),
  route(listWebhookDeliveries, listWebhookDeliveriesHandler),
  route(getWebhookDelivery, getWebhookDeliveryHandler),
  route(resendWebhookDelivery, resendWebhookDeliveryHandler),
  route(resendFailedWebhooks, resendFailedWebhooksHandler),
  route(createWebhookListener, createWebhookListenerHandler),
  routeWithoutTransaction(listenForWebhooks, listenForWebhooksHandler),
]
