import type { ReturnReason } from './instructions.ts'
import { parseJson } from './parse-json.ts'

/** Event as the processor posted it: the bytes of the body, because the signature covers them. */
export interface PostedEvent {
  body: Buffer
  headers: Record<string, string | string[] | undefined>
}

/**
 * What an event is about. It only says what to query and has no outcome itself, so events may arrive in any order and more than once.
 */
export type EventSubject =
  /** `reference`: ours, of the payment. `charge`: the processor's, of the charge. */
  | { kind: 'payment'; reference: string; charge: string }
  /** A refund of this charge has changed. `reference`: ours, of the payment. `charge`: the processor's, of the charge. */
  | { kind: 'refund'; reference: string; charge: string }
  /** `reference`: ours, of the refund. */
  | { kind: 'own_refund'; reference: string }
  /** `reference`: the processor's, of the dispute. */
  | { kind: 'dispute'; reference: string }
  /** `reference`: ours, of the attempt to pay out. */
  | { kind: 'payout'; reference: string }
  /** `reference`: the processor's, of the mandate. */
  | { kind: 'mandate'; reference: string }
  /** A customer has authorised one of their mandates. */
  | { kind: 'mandates'; email: string; reference: null }
  /** The processor returned a transfer, which did not change the payment. */
  | { kind: 'returned'; reference: string; amountKobo: number; reason: ReturnReason }

/** Events that a processor posts to us. */
export interface ProcessorEvents {
  /** Whether the processor signed it. */
  isAuthentic(event: PostedEvent): boolean
  /** What an authentic event is about; undefined if nothing of ours. May call the processor. */
  read(body: string): Promise<EventSubject | undefined>
}

/**
 * Name that the processor gave an event, such as `charge.success`: `event` of its body at Paystack, `eventType` at Monnify. Null for
 * anything else.
 */
export function readEventName(body: string): string | null {
  const { event, eventType } = (parseJson(body) ?? {}) as { event?: unknown; eventType?: unknown }
  const name = event ?? eventType
  return typeof name === 'string' && /^[\w.-]{1,60}$/.test(name) ? name : null
}
