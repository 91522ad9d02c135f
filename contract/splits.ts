import * as z from 'zod/mini'
import { AccountNumber, BankId } from './bank-account-form.ts'
import { endpointsFor } from './endpoint.ts'
import {
  csvColumns,
  Id,
  inputSchema,
  Kobo,
  NoContent,
  Paginated,
  paginationFields,
  SearchText,
  SingleLineText,
  Timestamp,
} from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { maxRecipients, splitBearers, splitTypes } from './split-shares.ts'

/**
 * Status of a split or recipient. `archived`: cannot be chosen any more; links, invoices and payments that use it keep
 * it.
 */
export const SplitStatus = z.enum(['active', 'archived'])

const Name = SingleLineText(60).check(z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)))

/** Recipient of splits, with the bank account for payouts. */
export const SplitParty = z.object({
  id: Id,
  name: z.string(),
  status: SplitStatus,
  bankId: z.int(),
  bankName: z.string(),
  accountNumber: z.string(),
  /** Account name at the bank. */
  accountName: z.string(),
  /** Requested account and the time it takes effect. Null when no change is pending. */
  pendingAccount: z.nullable(
    z.object({
      bankId: z.int(),
      bankName: z.string(),
      accountNumber: z.string(),
      accountName: z.string(),
      effectiveAt: Timestamp,
    }),
  ),
  /** Shares not yet paid out, in kobo. */
  unsettledKobo: Kobo,
  /** Amount in payouts in progress, in kobo. */
  inPayoutKobo: Kobo,
  /** Total paid out, in kobo. */
  paidKobo: Kobo,
  /**
   * Amount in kobo that the merchant returned to payers for this recipient; deducted from the recipient's next shares
   * before a payout.
   */
  owedKobo: Kobo,
  /** Number of active splits with a share for this recipient. */
  splits: z.int(),
  createdAt: Timestamp,
})
export type SplitParty = z.infer<typeof SplitParty>

const recipientFields = { name: Name, bankId: BankId, accountNumber: AccountNumber }
export const NewSplitParty = inputSchema(recipientFields)

/** Share of a recipient. `value` is in hundredths of a percent, or in kobo for fixed amounts. */
const ShareInput = z.strictObject({
  partyId: Id,
  value: z
    .int('Use two decimals at most')
    .check(z.minimum(1, 'Each share is more than 0'), z.maximum(limits.chargeMaximumKobo, 'This is too much')),
})

const splitFields = {
  /** Name of the split, 3 to 60 characters. Required. */
  name: Name,
  /** `percentage`: shares in hundredths of a percent. `flat`: fixed amounts in kobo. Required. */
  type: z.enum(splitTypes),
  /**
   * Bearer of the fee: `business`, `everyone` (in proportion to the shares) or `party` (the recipient in
   * `bearerPartyId`). Required.
   */
  feeBearer: z.enum(splitBearers),
  /** Id of the recipient that bears the fee. Required when `feeBearer` is `party`. */
  bearerPartyId: z.optional(z.nullable(Id)),
  /**
   * Shares, 1 to 20. Required. `value` is in hundredths of a percent (all together at most 10000), or in kobo, at
   * least 10000, for fixed amounts. The rest belongs to the merchant.
   */
  shares: z
    .array(ShareInput)
    .check(z.minLength(1, 'Add a party'), z.maxLength(maxRecipients, 'Use at most 20 parties')),
}
export const NewSplit = inputSchema(splitFields)

/** A split of payments between the merchant and recipients. */
export const Split = z.object({
  id: Id,
  /** Code of the split: `SPL_` and 16 characters. */
  code: z.string(),
  name: z.string(),
  status: SplitStatus,
  /** `percentage`: shares in hundredths of a percent. `flat`: fixed amounts in kobo. */
  type: z.enum(splitTypes),
  /**
   * Bearer of the fee: `business`, `everyone` (in proportion to the shares) or `party` (the recipient in
   * `bearerPartyId`).
   */
  feeBearer: z.enum(splitBearers),
  /** Id of the recipient that bears the fee. Null otherwise. */
  bearerPartyId: z.nullable(Id),
  /** Shares in order. `value` is in hundredths of a percent, or in kobo for fixed amounts. */
  shares: z.array(
    z.object({ partyId: Id, name: z.string(), bankName: z.string(), accountNumber: z.string(), value: z.int() }),
  ),
  /** Merchant's share in hundredths of a percent. Null for fixed amounts. */
  ownBps: z.nullable(z.int()),
  /** Reason why `type` cannot be changed. Null while it can. */
  typeLockedFor: z.nullable(z.string()),
  /** Number of payments shared. */
  payments: z.int(),
  /** Total of these payments in kobo. */
  collectedKobo: Kobo,
  createdAt: Timestamp,
})
export type Split = z.infer<typeof Split>

/** A split with totals by recipient; the merchant is included, with the id of the business. */
export const SplitDetail = z.extend(Split, {
  totals: z.array(
    z.object({ ownerId: Id, name: z.string(), isBusiness: z.boolean(), netKobo: Kobo, returnedKobo: Kobo }),
  ),
  /** Number of payment links that use it, without deleted ones. */
  links: z.int(),
  /** Number of invoices that use it, without deleted ones. */
  invoices: z.int(),
})
export type SplitDetail = z.infer<typeof SplitDetail>

/**
 * Share of a payment in kobo: before the fee (`grossKobo`), its part of fee and VAT (`chargeKobo`), after the fee
 * (`netKobo`), and the part returned to the payer (`returnedKobo`).
 */
export const PaymentShare = z.object({
  ownerId: Id,
  name: z.string(),
  isBusiness: z.boolean(),
  grossKobo: Kobo,
  chargeKobo: Kobo,
  netKobo: Kobo,
  returnedKobo: Kobo,
})
export type PaymentShare = z.infer<typeof PaymentShare>

/** A payment that was shared. */
export const SplitPayment = z.object({
  id: Id,
  reference: z.string(),
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  amountKobo: Kobo,
  paidAt: Timestamp,
  /** Shares of the payment, the merchant's first. */
  shares: z.array(PaymentShare),
})
export type SplitPayment = z.infer<typeof SplitPayment>

const { get, post, create, del } = endpointsFor('core', 'merchant')
const member = endpointsFor('core', 'member')

/** Splits, newest first. `search` matches names and codes. `status` is optional; default: `active`. */
export const listSplits = get(
  'splits',
  inputSchema({ ...paginationFields, search: z.optional(SearchText(60)), status: z.optional(SplitStatus) }),
  Paginated(Split),
)
/**
 * Creates a split. 422 `shares_do_not_fit` at `shares` when they exceed the whole payment, name a recipient twice, have
 * a fixed share below 10000 kobo, or do not include the recipient that bears the fee; 422 at `shares` for an unknown
 * or archived recipient.
 */
export const createSplit = create('splits', NewSplit, SplitDetail)
/** One split by id, with totals by recipient. 404 `split_not_found`. */
export const getSplit = get('splits/:id', inputSchema({ id: Id }), SplitDetail)
/**
 * Changes a split for payments that start afterwards. 422 `split_type_locked` at `type` once a payment was shared; 422
 * at `shares` as in `createSplit`; 409 `split_archived`; 404 `split_not_found`.
 */
export const updateSplit = post('splits/:id', z.extend(NewSplit, { id: Id }), SplitDetail)
/** Deletes a split that was never used; archives any other. Links and invoices with an archived split keep using it. */
export const deleteSplit = del('splits/:id', inputSchema({ id: Id }), NoContent)
/** Payments shared by this split, newest first. 404 `split_not_found`. */
export const listSplitPayments = get(
  'splits/:id/payments',
  inputSchema({ ...paginationFields, id: Id }),
  Paginated(SplitPayment),
)

/** Shares of one payment; empty when it was not shared. 404 `payment_not_found`. */
export const getPaymentShares = endpointsFor('collections', 'merchant').get(
  'payments/:id/shares',
  inputSchema({ id: Id }),
  z.object({ split: z.nullable(z.object({ id: Id, name: z.string() })), content: z.array(PaymentShare) }),
)

/** Recipients of splits, by name. `search` matches names. `status` is optional; default: `active`. */
export const listSplitParties = get(
  'split-parties',
  inputSchema({ ...paginationFields, search: z.optional(SearchText(60)), status: z.optional(SplitStatus) }),
  Paginated(SplitParty),
)
/**
 * Adds a recipient after the bank has confirmed the account name; at most 200 active ones: 409 `too_many_parties`. 422
 * at `accountNumber`: `account_unknown`, or `account_not_confirmed` when the bank does not give the name. Every team
 * member is notified. Needs a confirmation (403 `confirmation_required`), so a secret key cannot call it.
 */
export const createSplitParty = member.create('split-parties', NewSplitParty, SplitParty)
/**
 * Changes a recipient. A new name applies at once; a new account is used for payouts after 24 hours
 * (`pendingAccount`), and every team member is notified. 422 at `accountNumber`: `account_unknown` or
 * `account_not_confirmed`; 409 `party_changed` when it was changed meanwhile; 404 `party_not_found`. Needs a
 * confirmation: 403 `confirmation_required`.
 */
export const updateSplitParty = member.post('split-parties/:id', z.extend(NewSplitParty, { id: Id }), SplitParty)
/** Cancels the pending change of a recipient's account. 404 `pending_change_not_found` or `party_not_found`. */
export const cancelPartyAccountChange = member.del(
  'split-parties/:id/pending-account',
  inputSchema({ id: Id }),
  NoContent,
)
/**
 * Deletes a recipient that never had a share; archives any other, which is still paid its remaining balance. 409
 * `party_in_use` while an active split includes it; 404 `party_not_found`.
 */
export const deleteSplitParty = member.del('split-parties/:id', inputSchema({ id: Id }), NoContent)
/** CSV file of all shares of a recipient, newest first, with Lagos times and naira amounts. 404 `party_not_found`. */
export const downloadPartyShares = endpointsFor('core', 'merchant').download(
  'split-parties/:id/shares/download',
  inputSchema({ id: Id, columns: csvColumns }),
  z.string(),
  'shares.csv',
)
