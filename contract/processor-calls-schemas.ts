import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, inputSchema, Timestamp } from './fields.ts'
import { Channel } from './payments-schemas.ts'

const ProcessorCall = describe(
  'Call of the processor about a payment, without anything that was sent or received.',
  z.object({
    id: Id,
    text: describe('What was sent: "We asked for the outcome".', z.string()),
    sentAt: Timestamp,
    answeredAt: describe('Null while there is no answer.', z.nullable(Timestamp)),
    answer: describe('What the processor answered: "Nothing was paid yet".', z.nullable(z.string())),
  }),
)
export type ProcessorCall = z.infer<typeof ProcessorCall>

export const ProcessorCalls = describe(
  'What was sent to the processor about a payment, what it answered, and what happens next.',
  z.object({
    processor: describe(
      'Processor that the payment was sent to, and its reference there. Null if it was not sent.',
      z.nullable(z.object({ name: z.string(), reference: z.string() })),
    ),
    channel: z.nullable(Channel),
    calls: describe(
      'Calls, newest first: at most the newest 20 of each kind. Deleted after 90 days.',
      z.array(ProcessorCall),
    ),
    nextCheckAt: describe(
      'When the processor is asked again. Null if it is not asked any more.',
      z.nullable(Timestamp),
    ),
    expiresAt: describe(
      'When the payment is abandoned if it is not paid. Null if it does not expire.',
      z.nullable(Timestamp),
    ),
    canCheck: describe(
      'Whether `checkPayment` asks the processor: the payment was sent and has not ended.',
      z.boolean(),
    ),
  }),
)
export type ProcessorCalls = z.infer<typeof ProcessorCalls>

export const listProcessorCalls = {
  description: 'Calls of the processor about one payment. 404 `payment_not_found`.',
  input: inputSchema({ id: Id }),
  output: ProcessorCalls,
}

export const checkPayment = {
  description:
    'Asks the processor for the outcome of a payment now, and applies it. A payment that was not sent or has ended is ' +
    'not asked about. 429 `too_many_requests` within 10 seconds of the last time; 503 `unavailable` if the processor ' +
    'does not respond. 404 `payment_not_found`.',
  input: inputSchema({ id: Id }),
  output: ProcessorCalls,
}
