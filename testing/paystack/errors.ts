/** Error response in Paystack's form. Older operations answer with a message alone. */
export class PaystackError extends Error {
  readonly status: number
  readonly details: { type: string; code: string; nextStep: string } | undefined
  /** Whether the merchant's program is wrong, as opposed to a payer, a bank or a lack of funds: tests expect none of these. */
  readonly isViolation: boolean

  constructor(
    status: number,
    message: string,
    {
      isViolation = false,
      ...details
    }: { type?: string; code?: string; nextStep?: string; isViolation?: boolean } = {},
  ) {
    super(message)
    this.status = status
    this.isViolation = isViolation
    this.details = details.code
      ? { type: 'validation_error', nextStep: 'Provide a valid value', ...details, code: details.code }
      : undefined
  }
}

/** Body of the response: `status` is false in each error. */
export const toErrorBody = ({ message, details }: PaystackError) => ({
  status: false,
  message,
  ...(details && { meta: { nextStep: details.nextStep }, type: details.type, code: details.code }),
})
