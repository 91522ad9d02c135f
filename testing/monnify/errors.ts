/** Error response in Monnify's form. Its published examples have the code 99 for nearly all errors. */
export class MonnifyError extends Error {
  readonly status: number
  readonly code: string
  /** Whether the merchant's program is wrong, as opposed to a payer, a bank or a lack of funds: tests expect none of these. */
  readonly isViolation: boolean

  constructor(status: number, message: string, { code = '99', isViolation = false } = {}) {
    super(message)
    this.status = status
    this.code = code
    this.isViolation = isViolation
  }
}

export const toErrorBody = (responseMessage: string, responseCode = '99') => ({
  requestSuccessful: false,
  responseMessage,
  responseCode,
})
