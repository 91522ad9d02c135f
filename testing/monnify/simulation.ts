import * as z from 'zod/mini'
import type { ProcessorEvent } from '../processor/post-events.ts'
import type { Recorder } from '../processor/serve-request.ts'
import type { BvnRecord } from './identity.ts'
import type { MerchantAccount } from './merchant-account.ts'

/** State of the simulator. */
export interface Simulation extends Recorder {
  /** Address of the simulator itself, which hosted pages are at. */
  url(): string
  merchant: MerchantAccount
  /** Holders of bank accounts by `bankCode/accountNumber`; null for an account that does not exist. */
  accountNames: Map<string, string | null>
  /** What the register has, by Bank Verification Number. */
  bvns: Map<string, BvnRecord>
}

export interface MonnifyEvent {
  eventType: string
  eventData: Record<string, unknown>
}

/** What changes the state and causes events: a request of the merchant, or an action of a payer or a bank. */
export interface Scope {
  simulation: Simulation
  emitEvent(event: MonnifyEvent): void
}

export interface Operation {
  /** Id in the published description, such as `initializeTransaction`. */
  id: string
  method: 'GET' | 'POST' | 'PATCH'
  /** Path as Fastify writes it. */
  path: string
  /** Parameters of the address and the body, as the description has them; unknown ones are violations. */
  input: z.ZodMiniType
  /** Value of `responseBody`. */
  handle(scope: Scope, input: never): unknown
}

/** Operation whose handler receives what the description allows. */
export const defineOperation = <Input extends z.ZodMiniType>(
  operation: Omit<Operation, 'input' | 'handle'>,
  input: Input,
  handle: (scope: Scope, input: z.output<Input>) => unknown,
): Operation => ({ ...operation, input, handle })

/** Amount in naira, as Monnify takes it, with at most two decimals; the handler receives kobo. */
export const Naira = z.pipe(
  z.number().check(
    z.positive(),
    z.refine((naira) => Math.abs(naira * 100 - Math.round(naira * 100)) < 1e-6, 'has more than two decimals'),
  ),
  z.transform((naira) => Math.round(naira * 100)),
)

export const toNaira = (kobo: number): number => kobo / 100
/** Amount as `GET` operations return it, such as "100.00". */
export const toNairaText = (kobo: number): string => (kobo / 100).toFixed(2)

/** Monnify signs events with the secret key. */
export const toProcessorEvent = ({ merchant }: Simulation, event: MonnifyEvent): ProcessorEvent => ({
  kind: event.eventType,
  mode: 'live',
  body: event,
  secretKey: merchant.secretKey,
})

/** The event with another amount. */
export function tamperEvent(body: object): object {
  const { eventData, ...rest } = body as MonnifyEvent
  const field = 'amountPaid' in eventData ? 'amountPaid' : 'amount'
  return { ...rest, eventData: { ...eventData, [field]: Number(eventData[field] ?? 0) + 1 } }
}
