import * as z from 'zod/mini'
import { createAuthorization } from './authorizations.ts'
import { PaystackError } from './errors.ts'
import type { Authorization, Step } from './integration.ts'

export const Card = z.object({
  number: z.string().check(z.regex(/^\d{13,19}$/)),
  cvv: z.string().check(z.regex(/^\d{3,4}$/)),
  expiry_month: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/)),
  expiry_year: z.string().check(z.regex(/^\d{2}$/)),
})
export type Card = z.output<typeof Card>

interface Behaviour {
  steps: readonly Step[]
  declineMessage?: string
}

/** Cards of the simulator by number, and what their banks do. Every other card is approved without a question. */
const behaviours: Record<string, Behaviour> = {
  '5531886652142950': { steps: ['send_pin', 'send_otp'] },
  '5060990580000217499': { steps: ['send_pin', 'send_phone', 'send_otp'] },
  '5438898014560229': { steps: ['send_birthday', 'send_otp'] },
  '4556052704172643': { steps: ['open_url'] },
  '4462030000000000': { steps: ['send_address'] },
  '4000000000009995': { steps: [], declineMessage: 'Insufficient Funds' },
  '4000000000000010': { steps: ['send_pin'], declineMessage: 'Incorrect PIN' },
}

/** Authorization of a card that was typed, and the steps of its bank. */
export function readCard(email: string, { number }: Card): { authorization: Authorization; steps: Step[] } {
  const { steps, declineMessage = null } = behaviours[number] ?? { steps: [] }
  const brand = /^4/.test(number) ? 'visa' : /^506/.test(number) ? 'verve' : 'mastercard'
  const more = { last4: number.slice(-4), bin: number.slice(0, 6), brand, isReusable: true, declineMessage }
  return { authorization: createAuthorization(email, 'card', more), steps: [...steps] }
}

/** Card numbers are accepted only of an integration that has shown its attestation of compliance. */
export function requireAttested(acceptsCards: boolean): void {
  if (!acceptsCards)
    throw new PaystackError(403, 'Integration is not allowed to send card details', {
      code: 'invalid_params',
      isViolation: true,
    })
}
