import { formatNaira } from '@adire/contract/money.ts'
import type { Tx } from '../../../database/connect.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import {
  type DebitRecord,
  findDebitIfPresent,
  findMandateIfPresent,
  type MandateKey,
  type MandateRecord,
} from '../move.ts'

export async function mailedDebit(tx: Tx, key: MandateKey) {
  const debit = await findDebitIfPresent(tx, key)
  const mandate = debit && (await findMandateIfPresent(tx, { merchantId: key.merchantId, id: debit.mandateId }))
  return mandate && { mandate, debit }
}

export interface MailedDebit {
  mandate: MandateRecord
  debit: DebitRecord
}

export const debitRows = (sender: SendingBusiness, debit: DebitRecord): [string, string][] => [
  ['To', sender.name],
  ['Amount', formatNaira(debit.amountKobo)],
  ['For', debit.narration],
  ['Reference', debit.reference],
]
