/** Words for the kinds of ledger accounts. */
const kinds: Record<string, readonly [name: string, meaning: string]> = {
  fees: ['Fees earned', 'What businesses paid for payments, without VAT.'],
  vat: ['VAT due', 'VAT on the fees, owed to the tax authority.'],
  stamp_duty: ['Stamp duty due', 'Collected with payouts, owed to the tax authority.'],
  processor_clearing: ['At the processors', 'What the processors still have to transfer.'],
  processor_fees: ['Processor fees', 'What the processors charged.'],
  bank: ['Bank', 'What left the bank account to businesses, less what processors transferred to it.'],
  advances: ['Advances', 'Lost disputes that businesses still owe.'],
  pending: ['Collected', 'Proceeds of businesses and recipients that no payout has yet.'],
  available: ['Available', 'Proceeds in a payout that is not sent yet.'],
  reserved: ['Held', 'Held for disputes and as reserve.'],
  in_payout: ['In payout', 'Sent to a bank that has not confirmed it yet.'],
  receivable: ['Owed by recipients', 'What recipients owe their business.'],
  advance: ['Paid for recipients', 'What businesses paid for their recipients.'],
}

export const accountName = (kind: string) => kinds[kind]?.[0] ?? kind
export const accountMeaning = (kind: string) => kinds[kind]?.[1]
/** Owner of an account; those of the provider have the mode as owner. */
export const ownerName = (owner: string) => (owner === 'LIVE' || owner === 'TEST' ? 'Our own' : owner)
