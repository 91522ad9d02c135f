/** State of a dispute at its processor. Only `won` and `lost` are final, unless the bank reopens the dispute. */
export type DisputeState =
  /** The processor is still preparing it: nobody has to respond yet. */
  | { kind: 'pending' }
  | { kind: 'awaiting_merchant' }
  | { kind: 'awaiting_bank' }
  | { kind: 'won' }
  /** `lostKobo`: amount in kobo that went back to the payer. `how`: a response accepted it, none came in time, or the bank decided. */
  | { kind: 'lost'; lostKobo: number; how: 'accepted' | 'no_response' | 'decided' }

/** Dispute as its processor has it. Amounts are in kobo. */
export interface ProcessorDispute {
  /** The processor's reference of the dispute. */
  reference: string
  /** Our reference of the payment, as the processor accepts it. */
  paymentReference: string
  /** The processor's charge that is disputed: a payment may have several, of which one has paid it. */
  charge: string
  amountKobo: number
  category: 'chargeback' | 'fraud' | 'general'
  /** In the words of the payer or their bank. */
  reason: string
  /** Null if the processor has no deadline. */
  dueAt: Date | null
  state: DisputeState
}

/** Response of the merchant to a dispute. */
export interface DisputeResponse {
  /** The processor's reference of the dispute. */
  reference: string
  /** Amount in kobo that the merchant returns to the payer, which ends the dispute; 0 contests it. */
  refundKobo: number
  message: string
  payer: { email: string; name: string; phone: string }
  /** PDF with the message and the evidence. */
  document: Uint8Array
}

/** Result of a response: the dispute afterwards, or the reason why the processor did not take it, without a full stop. */
export type ResponseOutcome = { kind: 'taken'; dispute: ProcessorDispute } | { kind: 'rejected'; message: string }

export interface Disputes {
  /**
   * Current state of a dispute; undefined if the processor does not know it, or in another mode.
   * @throws Error if the processor reports another currency, or a resolution that is unknown to us
   */
  query(reference: string): Promise<ProcessorDispute | undefined>
  /** The processor's references of all disputes that are not resolved. */
  listOpen(): Promise<string[]>
  /** Sends a response, unless the dispute does not await one any more. May be repeated until it returns: only one response counts. */
  respond(response: DisputeResponse): Promise<ResponseOutcome>
}
