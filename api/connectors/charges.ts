import type { Channel } from '@adire/contract/channels/channels.ts'
import type { DeclineReason } from './response-codes.ts'

/** Authentication step that a bank requires before it charges. The payer completes `bank_page` on the bank's own page. */
export type Challenge = 'pin' | 'otp' | 'phone' | 'birthday' | 'bank_page'

/** Processor outcome of a payment. Only `success` and `failed` are final. */
export type ChargeOutcome =
  /**
   * `paidBy`: channel that the money arrived through. `token`: for later charges of the card; present if the card was to be saved
   * and can be. `card`: the card, if the payer did not type it on our page. `charge`: reference of the processor's charge that was
   * paid, if a payment may have several.
   */
  | {
      kind: 'success'
      paidBy: Channel
      sender?: { name: string; bank: string }
      token?: string
      card?: PaidCard
      charge?: string
    }
  /** `processorText`: the processor's own words. */
  | { kind: 'failed'; reason: DeclineReason; processorText?: string }
  /** `wrong`: the last response was incorrect. `attemptsLeft`: how many responses the challenge still accepts. */
  | { kind: 'challenge'; challenge: Challenge; attemptsLeft: number | null; wrong: boolean; openUrl?: string }
  /** The processor has the payment, but the result is not known yet: query again later. */
  | { kind: 'pending' }
  /** Nothing was charged and no challenge is open: the processor waits for a card or a transfer, or does not know the payment. */
  | { kind: 'open' }

/** Outcome of a charge that was paid and given back before anybody knew: its payer has the money. */
export const reversedCharge: ChargeOutcome = { kind: 'failed', reason: 'do_not_honour', processorText: 'Reversed' }

/** Card that was charged, as the processor describes it. */
export interface PaidCard {
  brand: string
  /** First six digits. */
  bin: string
  last4: string
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
  bank: string | null
}

/** A payment that was sent to the processor: our reference as the processor accepts it, and the amount in kobo. */
export interface SentPayment {
  reference: string
  amountKobo: number
}

/** Card as its holder typed it. Passed to the processor and never stored, except for brand, BIN and last four digits. */
export interface CardDetails {
  number: string
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
  cvv: string
}

/** Charge of a card that the payer typed. The amount is in kobo. */
export interface CardCharge {
  /** Our idempotency key, one per payment: the processor charges a reference only once. */
  reference: string
  amountKobo: number
  email: string
  card: CardDetails
  /** Whether to save the card for later charges in the holder's absence. The holder has agreed. */
  saveCard?: boolean
}

/** Charge of a saved card in its holder's absence. The amount is in kobo. */
export interface SavedCardCharge {
  /** Our idempotency key, as in `CardCharge`. */
  reference: string
  amountKobo: number
  email: string
  /** Token that `charge` returned. */
  token: string
}

/** Response of the payer to an open challenge of a payment. */
export interface ChallengeResponse extends SentPayment {
  challenge: Exclude<Challenge, 'bank_page'>
  /** PIN, one-time password, phone number or birthday. Logs mask a field of this name. */
  answer: string
}

/** Direct debit of the payer's account. The account number is passed to the processor and not stored. */
export interface AccountDebit {
  reference: string
  amountKobo: number
  email: string
  bankCode: string
  accountNumber: string
}

/** Outcomes of payments. Every connector that takes payments has it. */
export interface PaymentOutcomes {
  /**
   * Current outcome of a payment; `open` if the processor does not know the reference.
   * @throws Error if the processor reports a success of another amount or currency, or in another mode
   */
  query(payment: SentPayment): Promise<ChargeOutcome>
  /**
   * Stops accepting money for a payment that is paid another way: later transfers are returned as `DUPLICATE`. `success` if the
   * money arrived before.
   */
  close(payment: SentPayment): Promise<ChargeOutcome>
}

/** Cards that the payer types on our page. */
export interface Cards {
  /** Checks whether the card can be charged at all, before anything is written. Returns an error message if not. */
  findError(card: CardDetails): string | undefined
  /** Charges a card, once per reference. Repeated calls return the current outcome. */
  charge(charge: CardCharge): Promise<ChargeOutcome>
}

/** A page of the processor on which the payer types a card, so that its number does not reach us. */
export interface HostedCards {
  /** Opens the page: the outcome is the challenge `bank_page` with its URL. The payer comes back to `returnUrl`. */
  open(request: HostedCardRequest): Promise<ChargeOutcome>
}

/** Request for a card page. The amount is in kobo. */
export interface HostedCardRequest extends SentPayment {
  email: string
  returnUrl: string
}

/** Responses of the payer to challenges of cards and bank accounts. */
export interface Challenges {
  /** Sends the response to the open challenge of a payment. A response to another challenge changes nothing. */
  answer(response: ChallengeResponse): Promise<ChargeOutcome>
}

/** Saved cards, charged in their holder's absence. */
export interface SavedCards {
  /**
   * Charges a saved card, once per reference. Its holder is absent, so the only challenge is `bank_page`, with the address at which the
   * holder may confirm the charge later. It is reported once: a repeated call returns `open` while nobody has confirmed.
   */
  charge(charge: SavedCardCharge): Promise<ChargeOutcome>
  /**
   * Makes the processor forget a saved card, if it can; we delete our copy of the token in any case. May be repeated; an unknown token
   * is no error. Resolves with true once nothing is left to do.
   */
  revoke(token: string): Promise<true>
}

/** Bank accounts that the payer has debited once. */
export interface BankAccounts {
  /** As `Cards.findError`, for a bank account to debit. */
  findError(account: Pick<AccountDebit, 'bankCode' | 'accountNumber'>): string | undefined
  /** Debits a bank account, once per reference. Repeated calls return the current outcome. */
  debit(debit: AccountDebit): Promise<ChargeOutcome>
}
