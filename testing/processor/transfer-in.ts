/** Money that a payer sends to an account number. The amount is in kobo. */
export interface TransferIn {
  accountNumber: string
  amountKobo: number
  senderName: string
  senderBank: string
}

/** Result of a transfer in: `rejected` money goes back to its sender, and the transaction stays as it is. */
export type TransferInResult = { kind: 'paid' } | { kind: 'rejected'; reason: string }
