import * as z from 'zod/mini'
import { DebitStatus, MandateStatus } from './direct-debit.ts'
import { Frequency, MandateKind } from './direct-debit-fields.ts'
import { endpointsFor } from './endpoint.ts'
import { Day, inputSchema, Kobo, Timestamp } from './fields.ts'

// Endpoints for the customer of a mandate, authenticated by the access code from the email.

const AccessCode = z.string().check(z.regex(/^[A-Za-z0-9]{32}$/, 'This is not a mandate of ours'))

/** Mandate as shown to its customer, at `/mandate/{accessCode}`. */
export const MandatePage = z.object({
  accessCode: z.string(),
  reference: z.string(),
  mode: z.enum(['TEST', 'LIVE']),
  business: z.object({ name: z.string(), supportEmail: z.nullable(z.string()), logoUrl: z.nullable(z.string()) }),
  customer: z.object({ name: z.nullable(z.string()), email: z.string() }),
  account: z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string() }),
  kind: MandateKind,
  /** Amount of each debit (fixed) or maximum amount of one debit (variable), in kobo. */
  amountKobo: Kobo,
  /** Maximum debited from the account at once in kobo: the amount, plus the fee when the customer bears it. */
  limitKobo: Kobo,
  /** Maximum total of all debits in kobo. Null for no limit. */
  maxTotalKobo: z.nullable(Kobo),
  frequency: z.nullable(Frequency),
  startOn: Day,
  endOn: z.nullable(Day),
  narration: z.string(),
  status: MandateStatus,
  readyToDebit: z.boolean(),
  /** Reason of status `rejected`, `suspended`, `cancelled` or `expired`. Null otherwise. */
  reason: z.nullable(z.string()),
  /** Version of the consent text, to accept or as accepted. */
  textVersion: z.string(),
  /** Consent text in paragraphs. */
  text: z.array(z.string()),
  /** Time of the consent. Null until then. */
  acceptedAt: z.nullable(Timestamp),
  /** One-time password that was emailed and is still valid. Null when there is none. */
  otp: z.nullable(z.object({ sentTo: z.string(), expiresAt: Timestamp, triesLeft: z.int() })),
  /**
   * Authorisation transfer expected from the customer: exactly this amount, from exactly the account of the mandate.
   * Null when none is expected.
   */
  transfer: z.nullable(
    z.object({
      bankName: z.string(),
      accountNumber: z.string(),
      accountName: z.string(),
      amountKobo: Kobo,
      expiresAt: Timestamp,
    }),
  ),
  /** Upcoming debits, at most 3. */
  coming: z.array(z.object({ day: Day, amountKobo: Kobo })),
  /** Past debits and those in progress, latest first, at most 10. */
  past: z.array(z.object({ day: Day, amountKobo: Kobo, status: DebitStatus })),
})
export type MandatePage = z.infer<typeof MandatePage>

const payer = endpointsFor('collections', 'public')
/** Mandate as shown to its customer, by access code. 404 `mandate_not_found`. */
export const getMandatePage = payer.get('mandates/:accessCode', inputSchema({ accessCode: AccessCode }), MandatePage)
/**
 * Emails a six-digit one-time password, valid for 10 minutes and three attempts. At most once a minute and five times
 * in 15 minutes: 429 `too_many_attempts`; 429 `email_limit_reached` at the daily limit of emails. 409
 * `consented_already`, `request_expired` or `mandate_move_refused` when no consent is expected; 503 when the email
 * could not be sent.
 */
export const requestMandateOtp = payer.post(
  'mandates/:accessCode/otp',
  inputSchema({ accessCode: AccessCode }),
  MandatePage,
)
/**
 * Gives the customer's consent. `textVersion` is that of the text shown. 422 at `otp` when it is wrong: `otp_wrong`, or
 * `otp_spent` after the last attempt; 409 `otp_spent` when a new one is needed; 409 `text_changed` when the text has
 * changed; 409 `request_expired` or `mandate_move_refused` when no consent is expected.
 */
export const confirmMandate = payer.post(
  'mandates/:accessCode/confirm',
  inputSchema({
    accessCode: AccessCode,
    /** Six-digit one-time password from the email. Required. */
    otp: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'Enter the six digits')),
    /** `textVersion` of the consent text shown. Required. */
    textVersion: z.string().check(z.maxLength(40)),
    /** Must be true: the customer accepts the text. */
    accepted: z.literal(true, 'Accept the text to go on'),
  }),
  MandatePage,
)
/**
 * Declines the mandate: its status becomes `rejected`. 409 `consented_already`, `request_expired` or
 * `mandate_move_refused` when no consent is expected.
 */
export const declineMandate = payer.post(
  'mandates/:accessCode/decline',
  inputSchema({ accessCode: AccessCode }),
  MandatePage,
)
/**
 * Simulates the authorisation transfer of 5000 kobo (NGN 50.00), or a wrong one. Test mode only: 403 in live mode. 409
 * `nothing_to_play` when no transfer is expected.
 */
export const simulateMandateTransfer = payer.post(
  'sandbox/mandates/:accessCode/transfer',
  inputSchema({ accessCode: AccessCode, outcome: z.enum(['exact', 'wrong_amount', 'other_account']) }),
  z.object({ note: z.string(), page: MandatePage }),
)
