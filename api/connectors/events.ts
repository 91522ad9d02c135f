import type { ReturnReason } from './instructions.ts'

/** Event as the processor posted it: the bytes of the body, because the signature covers them. */
export interface PostedEvent {
  body: Buffer
  headers: Record<string, string | string[] | undefined>
}

/**
 * What an event is about. It only says what to query, and is no outcome itself: so the order of events does not matter, and
 * neither does a repetition.
 */
export type EventSubject =
  /** `reference`: of our payment. `charge`: of the processor's charge. */
  | { kind: 'payment'; reference: string; charge: string }
  /** `reference`: of the payment whose refund has changed. */
  | { kind: 'refund'; reference: string }
  /** `reference`: of the payout attempt. */
  | { kind: 'payout'; reference: string }
  /** The processor returned a transfer, which did not change the payment. */
  | { kind: 'returned'; reference: string; amountKobo: number; reason: ReturnReason }

/** Events that a processor posts to us. */
export interface ProcessorEvents {
  /** Whether the processor signed it. */
  isAuthentic(event: PostedEvent): boolean
  /** What an authentic event is about; undefined if nothing of ours. May call the processor. */
  read(body: string): Promise<EventSubject | undefined>
}
