import type { RecordedCall } from '../../connectors/record-calls.ts'
import { type DeclineReason, responseCodes } from '../../connectors/response-codes.ts'
import type { processorCalls } from '../../connectors/tables.ts'

export const callTexts: Record<RecordedCall, string> = {
  'payments.query': 'We asked for the outcome',
  'payments.close': 'We closed the payment, because it is no longer owed',
  'cards.charge': 'We sent the charge of the card',
  'hostedCards.open': 'We requested the card page',
  'challenges.answer': 'We sent the customer’s answer',
  'savedCards.charge': 'We sent the charge of the saved card',
  'bankAccounts.debit': 'We sent the debit of the bank account',
  'transferAccounts.open': 'We requested an account number',
  'ussd.open': 'We requested a USSD code',
  'qr.open': 'We requested a QR code',
  'mandates.debit': 'We requested the debit',
}

const challengeTexts: Record<string, string> = {
  pin: 'The bank asks for the PIN',
  otp: 'The bank asks for a one-time password',
  phone: 'The bank asks for a phone number',
  birthday: 'The bank asks for the date of birth',
  bank_page: 'The customer continues on the page of the bank or processor',
}

type Answered = Pick<typeof processorCalls.$inferSelect, 'outcome' | 'detail'>

/** What a processor answered, as a sentence; null without an answer. */
export function describeAnswer({ outcome, detail }: Answered): string | null {
  switch (outcome) {
    case 'success':
      return 'Paid'
    case 'failed':
      return describeDecline(detail)
    case 'challenge':
      return challengeTexts[detail ?? ''] ?? 'The bank asks the customer to confirm'
    case 'pending':
      return 'Not decided yet'
    case 'open':
      return 'Nothing was paid yet'
    case 'instruction':
      return 'Received'
    case 'rejected':
      return `Rejected (HTTP status ${detail})`
    case 'no_answer':
      return 'No usable answer'
    case null:
      return null
  }
}

function describeDecline(reason: string | null): string {
  if (reason === null || !(reason in responseCodes)) return 'Not paid'
  const { message, code } = responseCodes[reason as DeclineReason]
  return `Not paid: ${message} (${code})`
}
