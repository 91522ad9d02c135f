import { type Channel, channels } from '@adire/contract/channels/channels.ts'
import * as z from 'zod/mini'
import { type ProviderWebhook, type ReturnReason, returnReasons } from '../instructions.ts'
import { parseJson } from '../parse-json.ts'
import { sandboxBankName } from './numbers.ts'

const by = z.enum(channels)
const Message = z.union([
  z.object({ event: z.literal('transfer.received'), reference: z.string(), amountKobo: z.int() }),
  z.object({
    event: z.literal('transfer.returned'),
    reference: z.string(),
    amountKobo: z.int(),
    reason: z.enum(Object.keys(returnReasons) as ReturnReason[]),
    senderAccount: z.string(),
  }),
  z.object({ event: z.literal('code.confirmed'), reference: z.string(), by }),
  z.object({ event: z.literal('code.declined'), reference: z.string(), by }),
  z.object({ event: z.literal('charge.expired'), reference: z.string() }),
])
type Message = z.infer<typeof Message>

/** Webhook body as the sandbox sends it. */
export const encodeMessage = (message: Message) => JSON.stringify(message)

/** Sample sender, for channels that report one. */
export const sampleSender = (paidBy: Channel) =>
  paidBy === 'bank_transfer' ? { sender: { name: 'TEST SENDER', bank: sandboxBankName } } : {}

/** Parses a webhook body of the sandbox. Undefined if it is not one. */
export function parseWebhook(body: string): ProviderWebhook | undefined {
  const { data: message } = z.safeParse(Message, parseJson(body))
  if (!message) return undefined
  const { reference } = message
  switch (message.event) {
    case 'transfer.returned':
      return {
        kind: 'returned',
        reference,
        amountKobo: message.amountKobo,
        reason: message.reason,
        sender: { bank: sandboxBankName, last4: message.senderAccount.slice(-4) },
      }
    case 'transfer.received':
      return {
        kind: 'outcome',
        reference,
        outcome: { kind: 'success', paidBy: 'bank_transfer', ...sampleSender('bank_transfer') },
      }
    case 'code.confirmed':
      return { kind: 'outcome', reference, outcome: { kind: 'success', paidBy: message.by } }
    case 'code.declined':
      return { kind: 'outcome', reference, outcome: { kind: 'failed', reason: 'declined_by_payer' } }
    case 'charge.expired':
      return { kind: 'expired', reference }
  }
}
