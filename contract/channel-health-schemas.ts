import * as z from 'zod/mini'
import { failingBelow, healthMinutes, healthStates, minimumForHealth } from './channel-health.ts'
import { describe } from './describe.ts'
import { inputSchema } from './fields.ts'
import { Channel } from './payments-schemas.ts'

export const HealthState = z.enum(healthStates)
export type HealthState = z.infer<typeof HealthState>

export const ChannelHealth = describe(
  'How well payments of a channel go: of the whole channel, at one processor, or with one bank.',
  z.object({
    channel: Channel,
    processor: describe('Processor of these payments. Null for all.', z.nullable(z.string())),
    bank: describe('Bank of the payers. Null for all.', z.nullable(z.string())),
    paid: z.int(),
    failed: describe('Payments that bank or processor could not carry out.', z.int()),
    declined: describe('Payments that were declined for a reason of the payer, such as insufficient funds.', z.int()),
    successRate: describe('Paid ÷ (paid + failed), 0 to 1. Null without any.', z.nullable(z.number())),
    medianMs: describe(
      'Median time from sending the payment to the processor until it was paid, in ms. Null if none was paid.',
      z.nullable(z.int()),
    ),
    state: describe(
      `\`unknown\` with fewer than ${minimumForHealth} paid and failed payments, \`failing\` with a success rate below ` +
        `${failingBelow}, \`slow\` with a long median time.`,
      HealthState,
    ),
  }),
)
export type ChannelHealth = z.infer<typeof ChannelHealth>

export const getChannelHealth = {
  description:
    `Health of the payment channels, from the business's own payments that ended in the last ${healthMinutes} minutes. ` +
    'Each channel has a row of its own and one for each processor and bank; most payments first, at most 200 rows.',
  input: inputSchema({}),
  output: z.object({ content: z.array(ChannelHealth) }),
}
