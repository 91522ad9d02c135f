/** Price of a payment: a share of the amount and a flat fee, both before VAT. */
export interface Price {
  /** Rate in hundredths of a percent. */
  bps: number
  flatKobo: number
  /** Amounts below this pay no flat fee. */
  waiveFlatBelowKobo: number
  capKobo: number | null
}

/** Price of most channels. */
export const standardPrice: Price = { bps: 150, flatKobo: 100_00, waiveFlatBelowKobo: 2_500_00, capKobo: 2_000_00 }

/** What the server and the browser share about a payment channel: its price, its words and its icon. */
export interface ChannelDefinition {
  /** Name in the dashboard, in files and on receipts. */
  name: string
  /** The name inside a sentence. */
  nameInText: string
  /** Path of the icon, 24 by 24 units, drawn with strokes. */
  icon: string
  price: Price
  /** What a pending payment waits for, as the merchant reads it. Null: the payer has not finished in the checkout. */
  waitingText: string | null
  /** Median time to pay above which the channel is slow, in ms, with the time that the payer needs. Null: never slow. */
  slowAboveMs: number | null
  /** Words of the checkout. Null if the checkout does not offer the channel. */
  payer: {
    /** Short name by which payers choose the channel. */
    label: string
    /** Payments by the channel, at the start of a sentence. */
    payments: string
    /** Button that starts another attempt by this channel. */
    retryLabel: string
  } | null
}
