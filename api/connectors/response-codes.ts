interface ResponseCode {
  /** Response code of the card schemes (ISO 8583, field 39, plus additions of Nigerian switches). */
  code: string
  /** Message that a payer may read. */
  message: string
  /** Whether the same payment method may be tried again. */
  retry: boolean
}

/** Response codes of declined charges, by our decline reason. */
export const responseCodes = {
  do_not_honour: { code: '05', message: 'Declined by the bank', retry: true },
  invalid_transaction: { code: '12', message: 'Invalid transaction', retry: false },
  invalid_amount: { code: '13', message: 'Invalid amount', retry: false },
  invalid_card_number: { code: '14', message: 'Invalid card number', retry: false },
  declined_by_payer: { code: '17', message: 'Declined by the customer', retry: true },
  lost_card: { code: '41', message: 'Declined by the bank', retry: false },
  stolen_card: { code: '43', message: 'Declined by the bank', retry: false },
  account_closed: { code: '46', message: 'The account is closed or dormant', retry: false },
  insufficient_funds: { code: '51', message: 'Insufficient funds', retry: true },
  expired_card: { code: '54', message: 'Expired card', retry: false },
  incorrect_pin: { code: '55', message: 'Incorrect PIN', retry: false },
  not_permitted: { code: '57', message: 'Transaction not permitted to cardholder', retry: false },
  suspected_fraud: { code: '59', message: 'Declined for security reasons', retry: false },
  limit_exceeded: { code: '61', message: 'Exceeds withdrawal limit', retry: true },
  frequency_exceeded: { code: '65', message: 'Exceeds withdrawal frequency', retry: true },
  pin_tries_exceeded: { code: '75', message: 'PIN tries exceeded', retry: false },
  incorrect_cvv: { code: '82', message: 'Incorrect security code', retry: false },
  issuer_unavailable: { code: '91', message: 'Issuer or switch inoperative', retry: true },
  system_malfunction: { code: '96', message: 'System malfunction', retry: true },
  authentication_required: {
    code: '1A',
    message: 'The bank requires the cardholder to authenticate',
    retry: true,
  },
  authentication_failed: { code: 'Z1', message: '3-D Secure or OTP authentication failed', retry: false },
  token_not_generated: { code: 'Z6', message: 'One-time password could not be generated', retry: true },
  mandate_suspended: { code: 'Z7', message: 'The bank has suspended the mandate', retry: false },
} as const satisfies Record<string, ResponseCode>

export type DeclineReason = keyof typeof responseCodes
