import type { Permission } from '@adire/contract/permissions.ts'
import type { WebhookDelivery } from '@adire/contract/webhooks-schemas.ts'

/** Fields of events with the page on which a payer cancels, with the permission that shows them (decision 134). */
const pages: readonly { field: string; permission: Permission }[] = [
  { field: 'payerUrl', permission: 'subscriptions.manage' },
  { field: 'consentUrl', permission: 'direct_debit.manage' },
]

/** A delivery whose body has null for the pages that the caller may not open. The endpoint got the whole body. */
export function hidePages(delivery: WebhookDelivery, may: (permission: Permission) => boolean): WebhookDelivery {
  const hidden = pages.filter(({ permission }) => !may(permission)).map(({ field }) => field)
  if (hidden.length === 0) return delivery
  const field = new RegExp(`"(${hidden.join('|')})":"(?:[^"\\\\]|\\\\.)*"`, 'g')
  return { ...delivery, body: delivery.body.replace(field, '"$1":null') }
}
