import { offlineWindowMs } from '@adire/contract/checkout.ts'
import * as z from 'zod/mini'
import type { CodeRequest, PaymentCode, PaymentCodes } from '../instructions.ts'
import { openTransaction } from '../open-transaction.ts'
import { isDuplicate, type PaystackClient } from './client.ts'

/** Banks whose codes Paystack gives: only Guaranty Trust Bank, by its documentation. */
export const paystackUssdBanks = ['058'] as const

const Charge = z.object({ status: z.literal('pay_offline'), ussd_code: z.string().check(z.regex(/^\*[\d*]+#$/)) })

/** Codes to dial. A repeated call returns another code of another transaction: Paystack does not repeat the first. */
export const paystackUssd = (client: PaystackClient): PaymentCodes => ({
  open: (request) =>
    openTransaction({ sent: request, way: 'ussd', isDuplicate }, (reference) =>
      chargeByUssd(client, request, reference),
    ),
})

async function chargeByUssd(
  client: PaystackClient,
  { amountKobo, email, dial }: CodeRequest,
  reference: string,
): Promise<PaymentCode> {
  const body = { email, amount: amountKobo, currency: 'NGN', reference, ussd: { type: dial } }
  const { ussd_code: code } = await client.call('POST', '/charge', { schema: Charge, body })
  // Paystack publishes no end of its codes, and reports a later payment.
  return { code, expiresAt: new Date(Date.now() + offlineWindowMs) }
}
