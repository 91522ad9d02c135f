import * as z from 'zod/mini'
import { MultilineText } from './fields.ts'
import { messages } from './messages.ts'
import { webhookEventTypes } from './webhook-events.ts'

export const WebhookEventType = z.enum(webhookEventTypes)

const urlMessage = 'Use an address that starts with https://'
const WebhookUrl = z.string(messages.required).check(
  z.trim(),
  z.maxLength(1000, 'This field must be at most 1000 characters long'),
  z.refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), urlMessage),
  z.refine((url) => {
    const { username, password, hash } = URL.canParse(url) ? new URL(url) : new URL('https://none.invalid')
    return !username && !password && !hash
  }, 'Leave out names, passwords and # in the address'),
)

export const WebhookEndpointFields = z.object({
  /** HTTPS URL that receives the events, at most 1,000 characters, without a user name, password or `#`. Required. */
  url: WebhookUrl,
  /** Description, at most 200 characters. Optional; default: empty. */
  description: z._default(MultilineText(200), ''),
  /** Event types to send. Optional; null or absent: every event. */
  events: z._default(
    z.nullable(
      z
        .array(WebhookEventType)
        .check(z.minLength(1, 'Choose at least one event'), z.maxLength(webhookEventTypes.length, 'That is too many')),
    ),
    null,
  ),
})
export type WebhookEndpointFields = z.infer<typeof WebhookEndpointFields>
