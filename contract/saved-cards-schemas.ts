import * as z from 'zod/mini'
import { Charge, NewCharge } from './charges-schemas.ts'
import { describe } from './describe.ts'
import { Email, Id, inputSchema, NoContent, Timestamp } from './fields.ts'
import { Paginated, paginationFields } from './list-schemas.ts'

export const SavedCard = describe(
  'A card that a payer let you charge again, saved by a charge with `saveCard`.',
  z.object({
    id: Id,
    customerId: Id,
    customerEmail: z.string(),
    brand: z.string(),
    bin: describe('First six digits.', z.string()),
    last4: z.string(),
    expiryMonth: z.int(),
    expiryYear: z.int(),
    consentText: describe('What the payer agreed to, word for word.', z.string()),
    coversSubscriptions: describe(
      'Whether the consent covers regular charges for a plan (`createSubscription`). False if `consentText` names no ' +
        'plan, until the customer saves the card again.',
      z.boolean(),
    ),
    createdAt: Timestamp,
  }),
)
export type SavedCard = z.infer<typeof SavedCard>

export const listSavedCards = {
  description: 'Saved cards that you can charge, newest first. Cards of subscriptions are not in it.',
  input: inputSchema({ ...paginationFields, customerId: z.optional(Id), email: z.optional(Email) }),
  output: Paginated(SavedCard),
}

export const getSavedCard = {
  description: 'One saved card by id. 404 `saved_card_not_found`, also for a deleted card.',
  input: inputSchema({ id: Id }),
  output: SavedCard,
}

const { amountKobo, reference, description, callbackUrl, feeBearer, metadata, splitId } = NewCharge.shape

export const chargeSavedCard = {
  description:
    'Charges a saved card without the payer, and returns the charge with the outcome. `success`: paid. `processing`: ' +
    'the bank decides; wait for the webhook, or verify the charge later. `pending` with `payment.failure`: declined. With ' +
    'the failure code `authentication_required` the bank requires the payer: send them `authorizationUrl`, where they ' +
    'can pay until the charge expires after one day; after any other decline they can pay there, too. A repeated call ' +
    'with the same `reference` and body returns the same charge and charges nothing. 409 `duplicate_reference` for the ' +
    'same reference with another body; 422 `payer_refused` for a blacklisted customer; 422 at `callbackUrl` and ' +
    '`splitId` as in `initialiseCharge`; 403 `forbidden` when the business may not take payments; 404 ' +
    '`saved_card_not_found`. Events: `charge.success`, `charge.failed`.',
  input: inputSchema({
    id: describe('Id of the saved card: `savedCard.id` of a payment, or from the list.', Id),
    amountKobo,
    reference,
    description,
    callbackUrl,
    feeBearer,
    metadata,
    splitId,
  }),
  output: Charge,
}

export const deleteSavedCard = {
  description:
    'Deletes a saved card: it cannot be charged again, and the processor is asked to delete its token. The payer of a subscription ' +
    'with this card is asked for another one. Payments made with it stay. 404 `saved_card_not_found`.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}
