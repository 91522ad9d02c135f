import * as z from 'zod/mini'
import { parseJson } from '../parse-json.ts'
import type { TransferApprovals } from '../payouts.ts'
import { isSignedWith } from '../signatures.ts'

const Question = z.object({
  reference: z.string(),
  amount: z.pipe(z.union([z.number(), z.string()]), z.transform(Number)),
})
/** Paystack publishes that it posts the transfer request, and not its fields: those of the request, or of an event with it as `data`. */
const Body = z.union([Question, z.object({ data: Question })])

/** Questions of Paystack before each transfer, with a server approval in its dashboard. Signed as its events. */
export const paystackTransferApprovals = (secretKey: string): TransferApprovals => ({
  isAuthentic: (question) => isSignedWith(question, 'x-paystack-signature', secretKey),
  read(body) {
    const { data: found } = z.safeParse(Body, parseJson(body))
    if (!found) return undefined
    const { reference, amount: amountKobo } = 'data' in found ? found.data : found
    return { reference, amountKobo }
  },
})
