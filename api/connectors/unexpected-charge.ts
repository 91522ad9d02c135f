import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'

/** Error: a processor reports a paid charge of another amount or currency than that of the payment. `charge`: its reference there. */
export class UnexpectedCharge extends Error {
  override name = 'UnexpectedCharge'
  charge: string

  constructor(charge: string, message: string) {
    super(message)
    this.charge = charge
  }
}

/** An amount in hundredths of any currency, written like one in naira: `USD 500.00`. */
export const formatReported = (currency: string | null | undefined, hundredths: number): string =>
  currency === 'NGN' ? formatNaira(hundredths) : `${currency ?? 'no currency'}\u00a0${formatNairaNumber(hundredths)}`

/** Passes on the error of a query that reports an unexpected charge, and throws any other. */
export function passUnexpected(error: unknown): UnexpectedCharge {
  if (error instanceof UnexpectedCharge) return error
  throw error
}
