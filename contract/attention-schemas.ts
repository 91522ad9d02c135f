import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Kobo, Timestamp } from './fields.ts'

export const Attention = describe(
  'Reason for status `attention`, and the plan of retries.',
  z.object({
    code: describe(
      'Failure code of the payment, for example `insufficient_funds` or `expired_card`; `pending` while a ' +
        'charge is in progress.',
      z.string(),
    ),
    message: z.string(),
    needsNewCard: describe(
      'Whether the bank no longer accepts this card. The customer was asked for a new one.',
      z.boolean(),
    ),
    owedKobo: describe('Amount owed in kobo.', Kobo),
    attempts: describe(
      'Number of scheduled attempts so far: on the due day, and on the days of `subscribe/retry-settings`. Charges ' +
        'requested with `chargeSubscriptionNow` are not counted.',
      z.int(),
    ),
    scheduledAttempts: describe('Number of scheduled attempts in all, unless another card is needed before.', z.int()),
    isCharging: describe('Whether a charge is in progress.', z.boolean()),
    nextAttemptAt: describe('Time of the next attempt. Null when none is planned.', z.nullable(Timestamp)),
    lastChanceAt: describe(
      'Time at which charging is given up. The subscription is then cancelled or stays in `attention`, as ' +
        'the plan defines. Null once that is over.',
      z.nullable(Timestamp),
    ),
    endsAt: describe(
      'Time at which the subscription ends unless the amount is paid before. Null when the plan keeps it.',
      z.nullable(Timestamp),
    ),
  }),
)
export type Attention = z.infer<typeof Attention>

export const InProgressKobo = describe(
  'Amount in kobo of a charge that the bank is processing: a cancellation does not stop it. Null when there is none.',
  z.nullable(Kobo),
)
