/** Error: a processor reports a paid charge of another amount or currency than that of the payment. `charge`: its reference there. */
export class UnexpectedCharge extends Error {
  override name = 'UnexpectedCharge'
  charge: string

  constructor(charge: string, message: string) {
    super(message)
    this.charge = charge
  }
}

/** Passes on the error of a query that reports an unexpected charge, and throws any other. */
export function passUnexpected(error: unknown): UnexpectedCharge {
  if (error instanceof UnexpectedCharge) return error
  throw error
}
