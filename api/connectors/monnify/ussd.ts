import { offlineWindowMs } from '@adire/contract/checkout.ts'
import type { CodeRequest, PaymentCode, PaymentCodes } from '../instructions.ts'
import { openTransaction } from '../open-transaction.ts'
import { isDuplicate, type MonnifyClient } from './client.ts'
import { openTransferAccount } from './transfer-accounts.ts'

/** Banks that codes are offered for: those of our list that Monnify has codes of. */
export const monnifyUssdBanks = ['044', '058', '011', '033', '057'] as const

/**
 * Codes to dial: each is a transfer to an account number for one payment, so a payer who does not confirm it has declined nothing. A
 * repeated call returns the code of another account number.
 */
export const monnifyUssd = (client: MonnifyClient): PaymentCodes => ({
  open: (request) =>
    openTransaction({ sent: request, way: 'ussd', isDuplicate }, (reference) => openCode(client, request, reference)),
})

async function openCode(
  client: MonnifyClient,
  { amountKobo, email, bankCode }: CodeRequest,
  reference: string,
): Promise<PaymentCode> {
  const { ussdPayment, expiresAt } = await openTransferAccount(client, { reference, amountKobo, email, bankCode })
  // Monnify writes the amount with kobo, which no phone can dial.
  const code = ussdPayment?.replace(/\.00(?=[*#])/, '')
  if (!code || !/^\*[\d*]+#$/.test(code))
    throw new Error(`Monnify has no code of the bank ${bankCode} for ${reference}`)
  // The account number is open for longer than a payer is shown a code.
  return { code, expiresAt: new Date(Math.min(expiresAt.getTime(), Date.now() + offlineWindowMs)) }
}
