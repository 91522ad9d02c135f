import type { AccountDebit, ChargeOutcome } from './charges.ts'

/** What some processors want to know about the holder besides the account. Passed on and not kept. */
export interface HolderDetails {
  /** As `+2348031234567`. */
  phone: string
  /** Where they live. */
  address: string
}

/** Direct debit mandate: the holder allows repeated debits of an account. The account number is passed on and not stored. */
export interface MandateRequest {
  /** Our idempotency key, one per mandate: the same reference creates only one mandate. */
  reference: string
  email: string
  bankCode: string
  accountNumber: string
  accountName: string
  /** Only for a processor with `needsHolderDetails`. */
  holder?: HolderDetails | undefined
  /** Our page, on which a customer comes back from a page of the processor. */
  returnUrl: string
  /** Maximum of one debit (`limitKobo`), and of all debits together (`maxTotalKobo`; null: no limit), in kobo. */
  limitKobo: number
  maxTotalKobo: number | null
  startOn: string
  endOn: string | null
  narration: string
}

/** Account to which the holder sends a small amount from their own account, to prove that it is theirs. */
export interface MandateTransfer {
  bankName: string
  accountNumber: string
  accountName: string
  amountKobo: number
}

/** How the holder authorises a mandate that was opened. */
export type OpenedMandate =
  | { kind: 'transfer'; transfer: MandateTransfer }
  /** On a page of the processor, which refers to the mandate by a reference of its own. */
  | { kind: 'page'; url: string; processorReference: string }
  /** The processor does not accept the account or the request. */
  | { kind: 'rejected'; message: string }

/** Status of a mandate at the bank. `checkAgainAt`: when the status may have changed. */
export type ProviderStatus =
  /** The bank does not know the mandate, or not yet. */
  | { kind: 'unknown' }
  | { kind: 'awaits_transfer' }
  /** The bank does not accept debits: not yet, or not any more. */
  | { kind: 'awaits_bank'; checkAgainAt: Date }
  /** `ready`: whether the bank accepts debits. Until then it is still setting the mandate up. */
  | { kind: 'active'; ready: false; checkAgainAt: Date }
  | { kind: 'active'; ready: true }
  | { kind: 'suspended' | 'rejected' | 'closed'; message: string }

/** Debit of an account under a mandate. The amount is in kobo. */
export interface MandateDebit {
  /** Our idempotency key, one per debit attempt: the bank debits a reference only once. */
  reference: string
  /** The processor's reference of the mandate, or ours if it has none. */
  mandateReference: string
  amountKobo: number
  /** Attempt number of this debit, from 1. */
  attempt: number
}

export interface Mandates {
  /** As `Cards.findError`, for the account of a mandate. */
  findError(account: Pick<AccountDebit, 'bankCode' | 'accountNumber'>): string | undefined
  /** Repeated calls with one reference return the same account; a page may be another one, and only one is stored. */
  open(request: MandateRequest): Promise<OpenedMandate>
  /**
   * Status of a mandate by the reference of `MandateDebit.mandateReference`; `unknown` if the bank does not know it, or the holder
   * has not authorised it yet.
   */
  query(reference: string): Promise<ProviderStatus>
  /** Ends a mandate: no debit is accepted afterwards. Repeated calls change nothing. */
  cancel(reference: string): Promise<void>
  /** Debits an account under a mandate, once per reference. Fails with `not_permitted` until the bank accepts debits. */
  debit(debit: MandateDebit): Promise<ChargeOutcome>
}
