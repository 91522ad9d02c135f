import type { PersonalData } from '../../personal-data.ts'
import { webhookAttempts, webhookDeliveries, webhookEvents } from './tables.ts'

/** Events about the customer, and what was logged of their deliveries. Pending deliveries about the customer are not sent. */
export const webhookPersonalData: PersonalData = {
  tables: [webhookEvents, webhookDeliveries, webhookAttempts],
  async erase(tx, { merchantId, email }) {
    const naming = JSON.stringify(email)
    for (const text of [
      `delete from webhook_attempts where merchant_id = $1 and delivery_id in (
         select delivery.id from webhook_deliveries delivery join webhook_events event
           on event.merchant_id = delivery.merchant_id and event.id = delivery.event_id
         where delivery.merchant_id = $1 and position($2 in event.body) > 0)`,
      `delete from webhook_deliveries where merchant_id = $1 and event_id in (
         select id from webhook_events where merchant_id = $1 and position($2 in body) > 0)`,
      'delete from webhook_events where merchant_id = $1 and position($2 in body) > 0',
    ])
      await tx.$client.query(text, [merchantId, naming])
  },
}
