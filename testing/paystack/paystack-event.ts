import type { ProcessorEvent } from '../processor/post-events.ts'
import type { Integration } from './integration.ts'

export interface PaystackEvent {
  event: string
  data: Record<string, unknown>
  /** Only in `direct_debit.authorization.created`. */
  status?: boolean
  message?: string
}

/** Paystack signs an event with the secret key of its mode. */
export const toProcessorEvent = ({ domain, secretKey }: Integration, event: PaystackEvent): ProcessorEvent => ({
  kind: event.event,
  mode: domain,
  body: event,
  secretKey,
})

/** The event with another amount. */
export function tamperEvent(body: object): object {
  const { data, ...rest } = body as PaystackEvent
  return { ...rest, data: { ...data, amount: Number(data.amount ?? 0) + 100 } }
}
