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

/** Amount in any currency, formatted as amounts in naira are: `USD 500.00`. */
export const formatReportedAmount = (currency: string | null | undefined, hundredths: number): string =>
  currency === 'NGN' ? formatNaira(hundredths) : `${currency ?? 'no currency'}\u00a0${formatNairaNumber(hundredths)}`

/** For `catch` after a query: an unexpected charge is returned as a result, any other error is thrown again. */
export function returnUnexpectedCharge(error: unknown): UnexpectedCharge {
  if (error instanceof UnexpectedCharge) return error
  throw error
}
