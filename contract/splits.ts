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

/** An archived one takes part in nothing new; what was begun with it goes on. */
export const SplitStatus = z.enum(['active', 'archived'])

const Name = SingleLineText(60).check(z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)))

/** Somebody the business shares payments with, and the bank account that is paid out to. */
export const SplitParty = z.object({
  id: Id,
  name: z.string(),
  status: SplitStatus,
  bankId: z.int(),
  bankName: z.string(),
  accountNumber: z.string(),
  /** As the bank knows it. */
  accountName: z.string(),
  /** Another account that was asked for, and when it takes effect. */
  pendingAccount: z.nullable(
    z.object({
      bankId: z.int(),
      bankName: z.string(),
      accountNumber: z.string(),
      accountName: z.string(),
      effectiveAt: Timestamp,
    }),
  ),
  /** Its shares that are not paid out yet, what is on its way to the bank, and all that ever was paid. */
  unsettledKobo: Kobo,
  inPayoutKobo: Kobo,
  paidKobo: Kobo,
  /** What the business gave back for it when its balance was too small; taken from its next shares before anything is paid out. */
  owedKobo: Kobo,
  /** The splits it has a share in. */
  splits: z.int(),
  createdAt: Timestamp,
})
export type SplitParty = z.infer<typeof SplitParty>

const recipientFields = { name: Name, bankId: BankId, accountNumber: AccountNumber }
export const NewSplitParty = inputSchema(recipientFields)

/** `value`: hundredths of a percent, or kobo. */
const ShareInput = z.strictObject({
  partyId: Id,
  value: z
    .int('Use two decimals at most')
    .check(z.minimum(1, 'Each share is more than 0'), z.maximum(limits.chargeMaximumKobo, 'This is too much')),
})

const splitFields = {
  name: Name,
  type: z.enum(splitTypes),
  feeBearer: z.enum(splitBearers),
  /** Which party, where one bears the fee. */
  bearerPartyId: z.optional(z.nullable(Id)),
  shares: z
    .array(ShareInput)
    .check(z.minLength(1, 'Add a party'), z.maxLength(maxRecipients, 'Use at most 20 parties')),
}
export const NewSplit = inputSchema(splitFields)

export const Split = z.object({
  id: Id,
  /** `SPL_` and 16 characters. */
  code: z.string(),
  name: z.string(),
  status: SplitStatus,
  type: z.enum(splitTypes),
  feeBearer: z.enum(splitBearers),
  bearerPartyId: z.nullable(Id),
  shares: z.array(
    z.object({ partyId: Id, name: z.string(), bankName: z.string(), accountNumber: z.string(), value: z.int() }),
  ),
  /** What is left for the business, of percentages; null of fixed amounts. */
  ownBps: z.nullable(z.int()),
  /** Why the type stays as it is; null while it can be changed. */
  typeLockedFor: z.nullable(z.string()),
  /** How many payments were shared by it, and what they came to. */
  payments: z.int(),
  collectedKobo: Kobo,
  createdAt: Timestamp,
})
export type Split = z.infer<typeof Split>

/** What of a split one of its sharers has had; the business itself has its own id there. */
export const SplitDetail = z.extend(Split, {
  totals: z.array(
    z.object({ ownerId: Id, name: z.string(), isBusiness: z.boolean(), netKobo: Kobo, returnedKobo: Kobo }),
  ),
  /** What shares by it: links and invoices that are not deleted. */
  links: z.int(),
  invoices: z.int(),
})
export type SplitDetail = z.infer<typeof SplitDetail>

/** One part of a payment: before the fee, what of fee and VAT it bore, what was left, and what of it was given back. */
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

export const SplitPayment = z.object({
  id: Id,
  reference: z.string(),
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  amountKobo: Kobo,
  paidAt: Timestamp,
  /** The business's own first. */
  shares: z.array(PaymentShare),
})
export type SplitPayment = z.infer<typeof SplitPayment>

const { get, post, create, del } = endpointsFor('core', 'merchant')
const member = endpointsFor('core', 'member')

/** Newest first. `search` finds in names and codes; without a status, those that are active. */
export const listSplits = get(
  'splits',
  inputSchema({ ...paginationFields, search: z.optional(SearchText(60)), status: z.optional(SplitStatus) }),
  Paginated(Split),
)
/** 422 at `shares` where they come to more than all of a payment, or name a party twice or one that is not there. */
export const createSplit = create('splits', NewSplit, SplitDetail)
export const getSplit = get('splits/:id', inputSchema({ id: Id }), SplitDetail)
/** For payments that begin from then on. 422 at `type` once a payment was shared by it; 409 `split_archived`. */
export const updateSplit = post('splits/:id', z.extend(NewSplit, { id: Id }), SplitDetail)
/** Removes one that nothing has used; archives the others: what uses it goes on sharing by it. */
export const deleteSplit = del('splits/:id', inputSchema({ id: Id }), NoContent)
/** The payments that were shared by it, newest first. */
export const listSplitPayments = get(
  'splits/:id/payments',
  inputSchema({ ...paginationFields, id: Id }),
  Paginated(SplitPayment),
)

/** How one payment was shared; empty where it was not. */
export const getPaymentShares = endpointsFor('collections', 'merchant').get(
  'payments/:id/shares',
  inputSchema({ id: Id }),
  z.object({ split: z.nullable(z.object({ id: Id, name: z.string() })), content: z.array(PaymentShare) }),
)

/** By name. */
export const listSplitParties = get(
  'split-parties',
  inputSchema({ ...paginationFields, search: z.optional(SearchText(60)), status: z.optional(SplitStatus) }),
  Paginated(SplitParty),
)
/** Asks the bank whose account it is: 422 where it does not say. Needs a confirmation; at most 200. A secret key cannot. */
export const createSplitParty = member.create('split-parties', NewSplitParty, SplitParty)
/** Needs a confirmation. Another account is paid out to after 24 hours (`pendingAccount`), and every member is notified. */
export const updateSplitParty = member.post('split-parties/:id', z.extend(NewSplitParty, { id: Id }), SplitParty)
/** Cancels the change of account that waits. 404 where none does. */
export const cancelPartyAccountChange = member.del(
  'split-parties/:id/pending-account',
  inputSchema({ id: Id }),
  NoContent,
)
/** Removes one that never had a share; archives the others. 409 `party_in_use` while an active split names it. */
export const deleteSplitParty = member.del('split-parties/:id', inputSchema({ id: Id }), NoContent)
/** Every share of a party, newest first, in Lagos time and naira. */
export const downloadPartyShares = endpointsFor('core', 'merchant').download(
  'split-parties/:id/shares/download',
  inputSchema({ id: Id, columns: csvColumns }),
  z.string(),
  'shares.csv',
)
