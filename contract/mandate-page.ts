import * as z from 'zod/mini'
import { DebitStatus, MandateStatus } from './direct-debit.ts'
import { Frequency, MandateKind } from './direct-debit-fields.ts'
import { endpointsFor } from './endpoint.ts'
import { Day, inputSchema, Kobo, Timestamp } from './fields.ts'

// What the customer of a mandate does, with the key that was mailed.

const AccessCode = z.string().check(z.regex(/^[A-Za-z0-9]{32}$/, 'This is not a mandate of ours'))

/** A mandate as its customer sees it, at `/mandate/{accessCode}`. */
export const MandatePage = z.object({
  accessCode: z.string(),
  reference: z.string(),
  mode: z.enum(['TEST', 'LIVE']),
  business: z.object({ name: z.string(), supportEmail: z.nullable(z.string()), logoUrl: z.nullable(z.string()) }),
  customer: z.object({ name: z.nullable(z.string()), email: z.string() }),
  account: z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string() }),
  kind: MandateKind,
  amountKobo: Kobo,
  limitKobo: Kobo,
  maxTotalKobo: z.nullable(Kobo),
  frequency: z.nullable(Frequency),
  startOn: Day,
  endOn: z.nullable(Day),
  narration: z.string(),
  status: MandateStatus,
  readyToDebit: z.boolean(),
  /** Why it was rejected, suspended, cancelled or expired. */
  reason: z.nullable(z.string()),
  /** What there is to accept, or was accepted. */
  textVersion: z.string(),
  text: z.array(z.string()),
  acceptedAt: z.nullable(Timestamp),
  /** A code that was mailed and is still good. */
  otp: z.nullable(z.object({ sentTo: z.string(), expiresAt: Timestamp, triesLeft: z.int() })),
  /** While the NGN 50 are waited for: exactly this amount, from exactly this account. */
  transfer: z.nullable(
    z.object({
      bankName: z.string(),
      accountNumber: z.string(),
      accountName: z.string(),
      amountKobo: Kobo,
      expiresAt: Timestamp,
    }),
  ),
  /** Debits to come, at most 3, and past ones, at most 10. */
  coming: z.array(z.object({ day: Day, amountKobo: Kobo })),
  past: z.array(z.object({ day: Day, amountKobo: Kobo, status: DebitStatus })),
})
export type MandatePage = z.infer<typeof MandatePage>

const payer = endpointsFor('collections', 'public')
export const getMandatePage = payer.get('mandates/:accessCode', inputSchema({ accessCode: AccessCode }), MandatePage)
/** Mails a six-digit code, good for ten minutes and three tries; once a minute, five in an hour. 409 unless consent is waited for. */
export const requestMandateOtp = payer.post(
  'mandates/:accessCode/otp',
  inputSchema({ accessCode: AccessCode }),
  MandatePage,
)
/** Consents. `textVersion` is that of the text on screen. 422 at `otp` where it is wrong; 409 `otp_spent` where another is needed. */
export const confirmMandate = payer.post(
  'mandates/:accessCode/confirm',
  inputSchema({
    accessCode: AccessCode,
    otp: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'Enter the six digits')),
    textVersion: z.string().check(z.maxLength(40)),
    accepted: z.literal(true, 'Accept the text to go on'),
  }),
  MandatePage,
)
/** The customer does not want it: the request ends as rejected. */
export const declineMandate = payer.post(
  'mandates/:accessCode/decline',
  inputSchema({ accessCode: AccessCode }),
  MandatePage,
)
/** Test mode only: plays the customer's bank that carries the NGN 50, or something else, to the account that was named. */
export const simulateMandateTransfer = payer.post(
  'sandbox/mandates/:accessCode/transfer',
  inputSchema({ accessCode: AccessCode, outcome: z.enum(['exact', 'wrong_amount', 'other_account']) }),
  z.object({ note: z.string(), page: MandatePage }),
)
