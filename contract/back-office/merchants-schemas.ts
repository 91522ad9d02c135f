import * as z from 'zod/mini'
import { channels } from '../channels/channels.ts'
import { Day, Id, inputSchema, Kobo, MultilineText, Timestamp } from '../fields.ts'
import { KycStatus } from '../kyc-schemas.ts'
import { SearchText } from '../list-schemas.ts'
import { LiveStatus } from '../onboarding-schemas.ts'
import { ChannelPrice } from '../prices-schemas.ts'
import { Restrictions } from '../restrictions-schemas.ts'
import { SettlementStatus } from '../settlements-schemas.ts'

const Mode = z.enum(['TEST', 'LIVE'])
export const MerchantState = z.enum(['open', 'payments_frozen', 'payouts_frozen', 'suspended', 'closed'])
export type MerchantState = z.infer<typeof MerchantState>

export const OfficeMerchantRow = z.object({
  id: Id,
  merchantCode: z.string(),
  businessName: z.string(),
  businessEmail: z.string(),
  mode: Mode,
  state: MerchantState,
  owner: z.nullable(z.string()),
  createdAt: Timestamp,
})
export type OfficeMerchantRow = z.infer<typeof OfficeMerchantRow>

const StaffNote = z.object({ id: Id, text: z.string(), author: z.string(), at: Timestamp })
const PayoutTerms = z.object({
  reserveBps: z.int(),
  reserveDays: z.int(),
  stampDutyBearer: z.enum(['merchant', 'platform']),
})

const ProcessorName = z.object({ id: z.string(), name: z.string() })
const Routing = z.object({
  /** As `PROCESSOR` names them. */
  processors: z.array(ProcessorName),
  /** Orders of this business; a channel or bank of null is all of them. Processors that an order does not name follow. */
  orders: z.array(
    z.object({
      channel: z.nullable(z.enum(channels)),
      bankCode: z.nullable(z.string()),
      processors: z.array(ProcessorName),
      setBy: z.string(),
    }),
  ),
  /** Called last at the moment, because payments of the channel fail there. */
  failing: z.array(z.object({ channel: z.enum(channels), processor: z.string() })),
})

export const OfficeMerchant = z.object({
  ...OfficeMerchantRow.shape,
  businessPhone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  registrationNumber: z.nullable(z.string()),
  taxId: z.nullable(z.string()),
  supportEmail: z.nullable(z.string()),
  liveStatus: LiveStatus,
  /** The business in the other mode. */
  counterpartId: z.nullable(Id),
  kyc: z.array(z.object({ type: z.string(), status: KycStatus, reason: z.nullable(z.string()) })),
  members: z.array(z.object({ email: z.string(), name: z.nullable(z.string()), role: z.string() })),
  bankAccounts: z.array(
    z.object({
      bank: z.string(),
      accountNumber: z.string(),
      accountName: z.nullable(z.string()),
      isPrimary: z.boolean(),
      nameMatches: z.boolean(),
    }),
  ),
  funds: z.object({ unsettledKobo: Kobo, heldKobo: Kobo, paidOutKobo: Kobo }),
  restrictions: Restrictions,
  payoutTerms: PayoutTerms,
  prices: z.array(ChannelPrice),
  /** Null in Test Mode, and with fewer than two processors. */
  routing: z.nullable(Routing),
  webhooks: z.array(z.object({ url: z.string(), enabled: z.boolean(), disabledReason: z.nullable(z.string()) })),
  disputes: z.array(z.object({ reference: z.string(), amountKobo: Kobo, status: z.string(), createdAt: Timestamp })),
  /** With the amounts that are sent to the bank. */
  settlements: z.array(
    z.object({
      reference: z.string(),
      amountKobo: Kobo,
      status: SettlementStatus,
      dueOn: Day,
      returnedAt: z.nullable(Timestamp),
      paidLateAt: z.nullable(Timestamp),
    }),
  ),
  notes: z.array(StaffNote),
  auditLog: z.array(
    z.object({ id: Id, action: z.string(), actor: z.string(), object: z.nullable(z.string()), at: Timestamp }),
  ),
})
export type OfficeMerchant = z.infer<typeof OfficeMerchant>

const id = inputSchema({ id: Id })
const Reason = MultilineText(500).check(z.minLength(1, 'Enter a reason'))

export const listOfficeMerchants = {
  input: inputSchema({ search: z.optional(SearchText(100)), mode: z.optional(Mode) }),
  /** At most 50, newest first. */
  output: z.object({ content: z.array(OfficeMerchantRow), isCapped: z.boolean() }),
}
export const getOfficeMerchant = { input: id, output: OfficeMerchant }

export const FreezeForm = inputSchema({ reason: Reason })
const freeze = { input: inputSchema({ id: Id, reason: Reason }), output: OfficeMerchant }
export const freezeMerchantPayments = freeze
export const freezeMerchantPayouts = freeze
export const unfreezeMerchantPayments = { input: id, output: OfficeMerchant }
export const unfreezeMerchantPayouts = { input: id, output: OfficeMerchant }

/** Most that a limit can be, in kobo. */
const maxLimitKobo = 1_000_000_000_000_00
const limit = z.nullable(z.int('Enter an amount in naira').check(z.minimum(0), z.maximum(maxLimitKobo)))
const restriction = limit.check(z.refine((kobo) => kobo !== 0, 'Enter more than zero. To stop payments, freeze them'))
export const LimitsForm = inputSchema({ maxPaymentKobo: restriction, maxDayKobo: restriction })
export const setMerchantLimits = { input: inputSchema({ id: Id, ...LimitsForm.shape }), output: OfficeMerchant }

const BasisPoints = z.coerce
  .number<number>('Enter a percentage')
  .check(z.int('Use at most two decimals'), z.minimum(0), z.maximum(10_000, 'Enter at most 100%'))

const reserveLasts = z.refine<{ reserveBps: number; reserveDays: number }>(
  ({ reserveBps, reserveDays }) => reserveBps === 0 || reserveDays > 0,
  { error: 'Enter at least one day', path: ['reserveDays'] },
)
export const PayoutTermsForm = inputSchema({
  reserveBps: BasisPoints,
  reserveDays: z.coerce
    .number<number>('Enter days')
    .check(z.int('Enter a whole number'), z.minimum(0), z.maximum(730, 'Enter at most 730 days')),
  stampDutyBearer: z.enum(['merchant', 'platform']),
}).check(reserveLasts)
export const setMerchantPayoutTerms = {
  input: inputSchema({ id: Id, ...PayoutTermsForm.shape }).check(reserveLasts),
  output: OfficeMerchant,
}

export const NoteForm = inputSchema({ text: MultilineText(2_000).check(z.minLength(1, 'Enter a note')) })
export const addMerchantNote = { input: inputSchema({ id: Id, ...NoteForm.shape }), output: OfficeMerchant }

export const PriceForm = inputSchema({
  channel: z.enum(['checkout', ...channels]),
  bps: BasisPoints,
  flatKobo: limit,
  waiveFlatBelowKobo: limit,
  capKobo: limit,
  feeBearer: z.enum(['merchant', 'customer']),
  startsOn: Day,
  endsOn: z.optional(z.union([Day, z.literal('')])),
})
export const setMerchantPrice = { input: inputSchema({ id: Id, ...PriceForm.shape }), output: OfficeMerchant }
export const PriceEndForm = inputSchema({ channel: z.enum(['checkout', ...channels]), lastDay: Day })
export const endMerchantPrice = { input: inputSchema({ id: Id, ...PriceEndForm.shape }), output: OfficeMerchant }

const RoutedChannel = z.enum(['all', ...channels])
export const RoutingForm = inputSchema({
  channel: RoutedChannel,
  /** Called first; the others follow in the order of `PROCESSOR`. */
  processor: z.string().check(z.minLength(1), z.maxLength(40)),
})
export const setMerchantRouting = { input: inputSchema({ id: Id, ...RoutingForm.shape }), output: OfficeMerchant }
export const removeMerchantRouting = {
  input: inputSchema({ id: Id, channel: RoutedChannel }),
  output: OfficeMerchant,
}

export const ViewForm = inputSchema({ reason: Reason })
export const viewMerchantDashboard = {
  input: inputSchema({ id: Id, ...ViewForm.shape }),
  output: z.object({ code: z.string(), expiresAt: Timestamp }),
}
export const openMerchantView = {
  input: inputSchema({ code: z.string().check(z.maxLength(100)) }),
  output: z.object({
    accessToken: z.string(),
    merchantId: Id,
    mode: Mode,
    businessName: z.string(),
    staffName: z.string(),
    expiresAt: Timestamp,
  }),
}
export type MerchantView = z.infer<typeof openMerchantView.output>
