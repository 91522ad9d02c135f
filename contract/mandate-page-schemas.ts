import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Frequency, MandateKind } from './direct-debit-form-schemas.ts'
import { DebitStatus, EndedBy, MandateStatus } from './direct-debit-schemas.ts'
import { Day, Id, inputSchema, Kobo, Phone, SingleLineText, Timestamp } from './fields.ts'

// Endpoints for the customer of a mandate, authenticated by the access code from the email.
const AccessCode = z.string().check(z.regex(/^[A-Za-z0-9]{32}$/, 'This is not a mandate of ours'))

export const MandatePage = describe(
  'Mandate as shown to its customer, at `/mandate/{accessCode}`.',
  z.object({
    accessCode: z.string(),
    reference: z.string(),
    mode: z.enum(['TEST', 'LIVE']),
    business: z.object({
      name: z.string(),
      supportEmail: z.nullable(z.string()),
      logoUrl: z.nullable(z.string()),
      brandColor: z.nullable(z.string()),
    }),
    customer: z.object({ name: z.nullable(z.string()), email: z.string() }),
    account: z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string() }),
    kind: MandateKind,
    amountKobo: describe('Amount of each debit (fixed) or maximum amount of one debit (variable), in kobo.', Kobo),
    limitKobo: describe(
      'Maximum debited from the account at once in kobo: the amount, plus the fee when the customer bears it.',
      Kobo,
    ),
    maxTotalKobo: describe('Maximum total of all debits in kobo. Null for no limit.', z.nullable(Kobo)),
    frequency: z.nullable(Frequency),
    isForSubscription: describe(
      'Whether a subscription debits it. Its first debit, and one for a changed or resumed subscription, are made without a notice a day before.',
      z.boolean(),
    ),
    startOn: Day,
    endOn: z.nullable(Day),
    narration: z.string(),
    status: MandateStatus,
    readyToDebit: z.boolean(),
    endedBy: describe('Who rejected or cancelled the mandate. Null otherwise.', z.nullable(EndedBy)),
    reason: describe(
      'Reason of the bank, or of status `expired`. Null otherwise: the note of a business is not shown to its customer.',
      z.nullable(z.string()),
    ),
    textVersion: describe('Version of the consent text, to accept or as accepted.', z.string()),
    text: describe('Consent text in paragraphs.', z.array(z.string())),
    asksHolder: describe(
      'Whether `confirmMandate` needs `phone` and `address`, because the processor of the mandate wants them.',
      z.boolean(),
    ),
    acceptedAt: describe('Time of the consent. Null until then.', z.nullable(Timestamp)),
    otp: describe(
      'One-time password that was emailed and is still valid. Null when there is none.',
      z.nullable(z.object({ sentTo: z.string(), expiresAt: Timestamp, triesLeft: z.int() })),
    ),
    authorizationUrl: describe(
      'Page of the processor on which the customer authorises the mandate, until it is active. Null when it has none.',
      z.nullable(z.string()),
    ),
    transfer: describe(
      'Authorisation transfer expected from the customer: exactly this amount, from exactly the account of ' +
        'the mandate. Null when none is expected.',
      z.nullable(
        z.object({
          bankName: z.string(),
          accountNumber: z.string(),
          accountName: z.string(),
          amountKobo: Kobo,
          expiresAt: Timestamp,
        }),
      ),
    ),
    coming: describe(
      'Upcoming debits, at most 3. The customer may skip each with `skipDebit`.',
      z.array(z.object({ id: Id, day: Day, amountKobo: Kobo })),
    ),
    past: describe(
      'Past debits, those in progress and those skipped by the customer (status `cancelled`), latest first, at most 10.',
      z.array(z.object({ day: Day, amountKobo: Kobo, status: DebitStatus })),
    ),
  }),
)
export type MandatePage = z.infer<typeof MandatePage>

export const getMandatePage = {
  description: 'Mandate as shown to its customer, by access code. 404 `mandate_not_found`.',
  input: inputSchema({ accessCode: AccessCode }),
  output: MandatePage,
}

export const requestMandateOtp = {
  description:
    'Emails a six-digit one-time password, valid for 10 minutes and three attempts. At most once a minute ' +
    'and five times in 15 minutes: 429 `too_many_attempts`; 429 `email_limit_reached` at the daily limit ' +
    'of emails. 409 `consented_already`, `request_expired` or `mandate_move_refused` when no consent is ' +
    'expected; 503 when the email could not be sent.',
  input: inputSchema({ accessCode: AccessCode }),
  output: MandatePage,
}

export const confirmMandate = {
  description:
    "Gives the customer's consent. `textVersion` is that of the text shown. 422 at `otp` when it is " +
    'wrong: `otp_wrong`, or `otp_spent` after the last attempt; 409 `otp_spent` when a new one is needed; ' +
    '409 `text_changed` when the text has changed; 409 `request_expired` or `mandate_move_refused` when ' +
    'no consent is expected.',
  input: inputSchema({
    accessCode: AccessCode,
    otp: describe(
      'Six-digit one-time password from the email. Required.',
      z.string().check(z.trim(), z.regex(/^\d{6}$/, 'Enter the six digits')),
    ),
    textVersion: describe('`textVersion` of the consent text shown. Required.', z.string().check(z.maxLength(40))),
    accepted: describe('Must be true: the customer accepts the text.', z.literal(true, 'Accept the text to continue')),
    phone: describe(
      'Nigerian phone number of the customer, in any format. Required if `asksHolder` is true; passed to the processor and not kept.',
      z.optional(Phone),
    ),
    address: describe(
      'Home address of the customer, at most 200 characters. Required if `asksHolder` is true; passed to the processor and not kept.',
      z.optional(SingleLineText(200)),
    ),
  }),
  output: MandatePage,
}

export const declineMandate = {
  description:
    'Declines the mandate: its status becomes `rejected`. 409 `consented_already`, `request_expired` or ' +
    '`mandate_move_refused` when no consent is expected.',
  input: inputSchema({ accessCode: AccessCode }),
  output: MandatePage,
}

export const skipDebit = {
  description:
    'Skips one debit that is not at the bank yet: it is not made, and the mandate continues with the next one. A repeated call changes nothing. ' +
    '409 `debit_not_cancellable` once it is at the bank or has ended; 404 `debit_not_found`. Event: `debit.skipped`.',
  input: inputSchema({ accessCode: AccessCode, id: describe('`id` of an upcoming debit. Required.', Id) }),
  output: MandatePage,
}

export const stopMandate = {
  description:
    'Cancels a mandate that the customer has agreed to: nothing more is debited. A debit that is at the bank already is ' +
    'completed. A repeated call changes nothing. 409 `mandate_move_refused` before the consent, and after the mandate has ended in another way.',
  input: inputSchema({ accessCode: AccessCode }),
  output: MandatePage,
}

export const simulateMandateTransfer = {
  description:
    'Simulates the authorisation transfer of 5000 kobo (NGN 50.00), or a wrong one. Test Mode only: 403 ' +
    'in Live Mode. 409 `nothing_to_play` when no transfer is expected.',
  input: inputSchema({ accessCode: AccessCode, outcome: z.enum(['exact', 'wrong_amount', 'other_account']) }),
  output: z.object({ note: z.string(), page: MandatePage }),
}
