import * as z from 'zod/mini'
import { AccountNumber, BankId } from './bank-accounts-schemas.ts'
import { describe } from './describe.ts'
import { Id, inputSchema, Kobo, NoContent, SingleLineText, Timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { asWorkbook, csvColumns, Paginated, paginationFields, SearchText } from './list-schemas.ts'
import { messages } from './messages.ts'
import { maxRecipients, splitBearers, splitTypes } from './split-shares.ts'

const splitStatuses = ['active', 'archived'] as const

/**
 * Status of a split or recipient. `archived`: cannot be chosen any more; links, invoices and payments that use it keep
 * it.
 */
export const SplitStatus = z.enum(splitStatuses)

const Name = SingleLineText(60).check(z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)))

export const SplitParty = describe(
  'Recipient of splits, with the bank account for payouts.',
  z.object({
    id: Id,
    name: z.string(),
    status: SplitStatus,
    bankId: z.int(),
    bankName: z.string(),
    accountNumber: z.string(),
    accountName: describe('Account name at the bank.', z.string()),
    pendingAccount: describe(
      'Requested account and the time it takes effect. Null when no change is pending.',
      z.nullable(
        z.object({
          bankId: z.int(),
          bankName: z.string(),
          accountNumber: z.string(),
          accountName: z.string(),
          effectiveAt: Timestamp,
        }),
      ),
    ),
    unsettledKobo: describe('Shares not yet in the bank account, in kobo, including payouts in progress.', Kobo),
    inPayoutKobo: describe('Part of `unsettledKobo` in payouts in progress, in kobo.', Kobo),
    paidKobo: describe('Total paid out, in kobo.', Kobo),
    owedKobo: describe(
      'Amount in kobo that the merchant returned to payers for this recipient; deducted from the ' +
        "recipient's next shares before a payout.",
      Kobo,
    ),
    splits: describe('Number of active splits with a share for this recipient.', z.int()),
    createdAt: Timestamp,
  }),
)
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
  name: describe('Name of the split, 3 to 60 characters. Required.', Name),
  type: describe(
    '`percentage`: shares in hundredths of a percent. `flat`: fixed amounts in kobo. Required.',
    z.enum(splitTypes),
  ),
  feeBearer: describe(
    'Bearer of the fee: `business`, `everyone` (in proportion to the shares) or `party` (the recipient in ' +
      '`bearerPartyId`). Required.',
    z.enum(splitBearers),
  ),
  bearerPartyId: describe(
    'Id of the recipient that bears the fee. Required when `feeBearer` is `party`.',
    z.optional(z.nullable(Id)),
  ),
  shares: describe(
    'Shares, 1 to 20. Required. `value` is in hundredths of a percent (all together at most 10000), or in ' +
      'kobo, at least 10000, for fixed amounts. The rest belongs to the merchant.',
    z
      .array(ShareInput)
      .check(z.minLength(1, 'Add a recipient'), z.maxLength(maxRecipients, 'Use at most 20 recipients')),
  ),
}

export const NewSplit = inputSchema(splitFields)

export const Split = describe(
  'A split of payments between the merchant and recipients.',
  z.object({
    id: Id,
    code: describe('Code of the split: `SPL_` and 16 characters.', z.string()),
    name: z.string(),
    status: SplitStatus,
    type: describe(
      '`percentage`: shares in hundredths of a percent. `flat`: fixed amounts in kobo.',
      z.enum(splitTypes),
    ),
    feeBearer: describe(
      'Bearer of the fee: `business`, `everyone` (in proportion to the shares) or `party` (the recipient in ' +
        '`bearerPartyId`).',
      z.enum(splitBearers),
    ),
    bearerPartyId: describe('Id of the recipient that bears the fee. Null otherwise.', z.nullable(Id)),
    shares: describe(
      'Shares in order. `value` is in hundredths of a percent, or in kobo for fixed amounts.',
      z.array(
        z.object({ partyId: Id, name: z.string(), bankName: z.string(), accountNumber: z.string(), value: z.int() }),
      ),
    ),
    ownBps: describe("Merchant's share in hundredths of a percent. Null for fixed amounts.", z.nullable(z.int())),
    typeLockedFor: describe('Reason why `type` cannot be changed. Null while it can.', z.nullable(z.string())),
    payments: describe('Number of payments shared.', z.int()),
    collectedKobo: describe('Total of these payments in kobo.', Kobo),
    createdAt: Timestamp,
  }),
)
export type Split = z.infer<typeof Split>

export const SplitDetail = describe(
  'A split with totals by recipient; the merchant is included, with the id of the business.',
  z.extend(Split, {
    totals: z.array(
      z.object({ ownerId: Id, name: z.string(), isBusiness: z.boolean(), netKobo: Kobo, returnedKobo: Kobo }),
    ),
    links: describe('Number of payment links that use it, without deleted ones.', z.int()),
    invoices: describe('Number of invoices that use it, without deleted ones.', z.int()),
  }),
)
export type SplitDetail = z.infer<typeof SplitDetail>

export const PaymentShare = describe(
  'Share of a payment in kobo: before the fee (`grossKobo`), its part of fee and VAT (`chargeKobo`), ' +
    'after the fee (`netKobo`), and the part returned to the payer (`returnedKobo`).',
  z.object({
    ownerId: Id,
    name: z.string(),
    isBusiness: z.boolean(),
    grossKobo: Kobo,
    chargeKobo: Kobo,
    netKobo: Kobo,
    returnedKobo: Kobo,
  }),
)
export type PaymentShare = z.infer<typeof PaymentShare>

export const SplitPayment = describe(
  'A payment that was shared.',
  z.object({
    id: Id,
    reference: z.string(),
    customerEmail: z.string(),
    customerName: z.nullable(z.string()),
    amountKobo: describe('Amount that the payer paid in kobo.', Kobo),
    paidAt: Timestamp,
    shares: describe("Shares of the payment, the merchant's first.", z.array(PaymentShare)),
  }),
)
export type SplitPayment = z.infer<typeof SplitPayment>

export const listSplits = {
  description: 'Splits, newest first. `search` matches names and codes. `status` is optional; default: `active`.',
  input: inputSchema({ ...paginationFields, search: z.optional(SearchText(60)), status: z.optional(SplitStatus) }),
  output: Paginated(Split),
}

export const createSplit = {
  description:
    'Creates a split. 422 `shares_do_not_fit` at `shares` when they exceed the whole payment, name a ' +
    'recipient twice, have a fixed share below 10000 kobo, or do not include the recipient that bears the ' +
    'fee; 422 at `shares` for an unknown or archived recipient.',
  input: NewSplit,
  output: SplitDetail,
}

export const getSplit = {
  description: 'One split by id, with totals by recipient. 404 `split_not_found`.',
  input: inputSchema({ id: Id }),
  output: SplitDetail,
}

export const updateSplit = {
  description:
    'Changes a split for payments that start afterwards. 422 `split_type_locked` at `type` once a payment ' +
    'was shared; 422 at `shares` as in `createSplit`; 409 `split_archived`; 404 `split_not_found`.',
  input: z.extend(NewSplit, { id: Id }),
  output: SplitDetail,
}

export const deleteSplit = {
  description:
    'Deletes a split that was never used; archives any other. Links and invoices with an archived split ' +
    'keep using it.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}

export const listSplitPayments = {
  description: 'Payments shared by this split, newest first. 404 `split_not_found`.',
  input: inputSchema({ ...paginationFields, id: Id }),
  output: Paginated(SplitPayment),
}

export const getPaymentShares = {
  description: 'Shares of one payment; empty when it was not shared. 404 `payment_not_found`.',
  input: inputSchema({ id: Id }),
  output: z.object({ split: z.nullable(z.object({ id: Id, name: z.string() })), content: z.array(PaymentShare) }),
}

const partyFilters = {
  search: z.optional(SearchText(60)),
  status: z.optional(z.enum([...splitStatuses, 'all'])),
}

export const listSplitParties = {
  description:
    'Recipients of splits, by name. `search` matches names. `status` is optional: `active` (default), `archived` (deleted) or `all`.',
  input: inputSchema({ ...paginationFields, ...partyFilters }),
  output: Paginated(SplitParty),
}

export const downloadSplitParties = {
  description:
    'CSV file of all recipients that match the filter, by name, with their accounts, what is not paid out yet, and what they owe; ' +
    'naira amounts. `search` and `status` as in `listSplitParties`.',
  input: inputSchema({ ...partyFilters, columns: csvColumns }),
  output: z.string(),
}

export const downloadSplitPartiesXlsx = asWorkbook(downloadSplitParties)

export const createSplitParty = {
  description:
    'Adds a recipient after the bank has confirmed the account name; at most 200 active ones: 409 ' +
    '`too_many_parties`. 422 at `accountNumber`: `account_unknown`, or `account_not_confirmed` when the ' +
    'bank does not give the name. Every team member is notified. Needs a confirmation (403 ' +
    '`confirmation_required`), so a secret key cannot call it.',
  input: NewSplitParty,
  output: SplitParty,
}

export const updateSplitParty = {
  description:
    'Changes a recipient. A new name applies at once; a new account is used for payouts after 24 hours ' +
    '(`pendingAccount`), and every team member is notified. 422 at `accountNumber`: `account_unknown` or ' +
    '`account_not_confirmed`; 409 `party_changed` when it was changed meanwhile; 404 `party_not_found`. ' +
    'Needs a confirmation: 403 `confirmation_required`.',
  input: z.extend(NewSplitParty, { id: Id }),
  output: SplitParty,
}

export const cancelPartyAccountChange = {
  description:
    "Cancels the pending change of a recipient's account. 404 `pending_change_not_found` or `party_not_found`.",
  input: inputSchema({ id: Id }),
  output: NoContent,
}

export const deleteSplitParty = {
  description:
    'Deletes a recipient that never had a share; archives any other, which is still paid its remaining ' +
    'balance. 409 `party_in_use` while an active split includes it; 404 `party_not_found`.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}

export const downloadPartyShares = {
  description:
    'CSV file of all shares of a recipient, newest first, with Lagos times and naira amounts. 404 ' +
    '`party_not_found`.',
  input: inputSchema({ id: Id, columns: csvColumns }),
  output: z.string(),
}
