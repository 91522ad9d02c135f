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
import { answer, answerInSteps } from '../../http/answer.ts'
import { create, list as listEndpoints, remove, setEnabled, update } from './endpoints.ts'
import { listen, startListening } from './listen.ts'
import { get, list } from './log.ts'
import { resend, resendFailed, sendTest } from './resend.ts'
import { roll } from './roll.ts'

export const routes = [
  answer(listWebhookEndpoints, listEndpoints),
  answer(createWebhookEndpoint, create),
  answer(updateWebhookEndpoint, update),
  answer(setWebhookEndpointEnabled, setEnabled),
  answer(deleteWebhookEndpoint, remove),
  answer(rollWebhookSecret, roll),
  answer(sendTestWebhook, sendTest),
  answer(listWebhookDeliveries, list),
  answer(getWebhookDelivery, get),
  answer(resendWebhookDelivery, resend),
  answer(resendFailedWebhooks, resendFailed),
  answer(createWebhookListener, startListening),
  answerInSteps(listenForWebhooks, listen),
]

export { emit } from './emit.ts'
export { forgetInWebhooks } from './forget.ts'
export { switchOffEndpoints } from './switch-off.ts'
