/** What a processor keeps records of. A settlement is its transfer to the provider's own bank account. */
export const recordKinds = ['charge', 'refund', 'payout', 'settlement'] as const
export type RecordKind = (typeof recordKinds)[number]

/** One movement of money as the processor recorded it. Amounts are in kobo. */
export interface ProcessorRecord {
  kind: RecordKind
  /** The processor's id; unique among the records of its kind. */
  id: string
  /** Our reference, as `toReference` writes it: of the payment, the refund or the payout. Null if the record has none. */
  reference: string | null
  /** The processor's reference of a charge, because a payment may have several charges. Null for other kinds. */
  chargeReference: string | null
  /** Id of the record of the charge that a refund returns. Null for other kinds. */
  chargeId: string | null
  amountKobo: number
  currency: string
  /** What the processor keeps for it. */
  feeKobo: number
  /** The fee by the agreed price; null if that is not known. */
  expectedFeeKobo: number | null
  /** `reversed`: it was successful, and the money has gone back. Declined charges are no records: they moved no money. */
  status: 'pending' | 'success' | 'failed' | 'reversed'
  /** Whether a refund was caused by a lost dispute. */
  isOfDispute: boolean
  /** Id of the settlement that includes it, if that is known. */
  settlementId: string | null
  /** When the money moved. */
  at: Date
}

/** What is stored of a processor: its records, and fees of checks that have no record there. */
export interface StoredRecord extends Omit<ProcessorRecord, 'kind'> {
  kind: RecordKind | 'bvn_check'
}

/** Values of properties that only some kinds of records have. */
export const withoutDetails = {
  reference: null,
  chargeReference: null,
  chargeId: null,
  feeKobo: 0,
  expectedFeeKobo: null,
  isOfDispute: false,
  settlementId: null,
} as const satisfies Partial<ProcessorRecord>

/** The time from which, and until which, records were made. */
export interface RecordPeriod {
  from: Date
  to: Date
}

/** The processor's own records, for reconciliation. */
export interface Records {
  /** Records of a kind that were made in a period, in pages of at most a few hundred. A record may be in two pages. */
  list(kind: RecordKind, period: RecordPeriod): AsyncIterable<ProcessorRecord[]>
  /** Ids of the charges that a settlement includes, in pages. */
  listSettledCharges(settlementId: string): AsyncIterable<string[]>
  /** What the processor holds for us `now`, in kobo: also what it has not settled yet. */
  readBalance(now: Date): Promise<number>
}
