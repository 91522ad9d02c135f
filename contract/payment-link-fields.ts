import * as z from 'zod/mini'
import { ChargeKobo, FeeBearer, input, Line, Text } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

/** What a link is called; its address is made of it. */
export const name = Line(60).check(z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)))

export const fields = {
  name,
  description: z.optional(Text(500)),
  /** Left out, the payer chooses the amount. */
  amountKobo: z.optional(ChargeKobo),
  feeBearer: z.optional(FeeBearer),
}
export const NewPaymentLink = input(fields)
