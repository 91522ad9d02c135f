import type {
  addMerchantNote,
  endMerchantPrice,
  freezeMerchantPayments,
  removeMerchantRouting,
  setMerchantLimits,
  setMerchantPayoutTerms,
  setMerchantPrice,
  setMerchantRouting,
  unfreezeMerchantPayments,
} from '@adire/contract/back-office/merchants.ts'
import type { StaffAction } from '@adire/contract/back-office/staff-audit.ts'
import { type Channel, channelNames, hostedChannels } from '@adire/contract/channels/channels.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { processorName } from '../../connectors/processors.ts'
import type { StaffContext } from '../../context.ts'
import { findBusiness, type MerchantRecord } from '../kyc/review.ts'
import { endPrices, setPrice } from '../prices/set.ts'
import { freezePayments, setTransactionLimits } from '../restrictions/set.ts'
import { removeProcessorOrder, setProcessorOrder } from '../routing/set.ts'
import { freezePayouts, setPayoutTerms } from '../settlements/payout-terms.ts'
import { recordStaffEvent } from '../staff/events.ts'
import { loadOfficeMerchant } from './detail.ts'
import { staffNotes } from './tables.ts'

type Freeze = ParsedInput<typeof freezeMerchantPayments>
type Unfreeze = ParsedInput<typeof unfreezeMerchantPayments>

export const freezeMerchantPaymentsHandler = (context: StaffContext, { id, reason }: Freeze) =>
  changeFreeze(context, id, { freeze: freezePayments, action: 'merchant.payments_frozen', reason: reason.trim() })

export const unfreezeMerchantPaymentsHandler = (context: StaffContext, { id }: Unfreeze) =>
  changeFreeze(context, id, { freeze: freezePayments, action: 'merchant.payments_unfrozen', reason: null })

export const freezeMerchantPayoutsHandler = (context: StaffContext, { id, reason }: Freeze) =>
  changeFreeze(context, id, { freeze: freezePayouts, action: 'merchant.payouts_frozen', reason: reason.trim() })

export const unfreezeMerchantPayoutsHandler = (context: StaffContext, { id }: Unfreeze) =>
  changeFreeze(context, id, { freeze: freezePayouts, action: 'merchant.payouts_unfrozen', reason: null })

interface FreezeChange {
  freeze: typeof freezePayments
  action: StaffAction
  /** Null: nothing is frozen any more. */
  reason: string | null
}

async function changeFreeze(context: StaffContext, id: string, { freeze, action, reason }: FreezeChange) {
  const business = await findBusiness(context.tx, id)
  if (await freeze(context, business, reason, context.staff.name))
    await record(context, business, action, reason === null ? {} : { reason })
  return loadOfficeMerchant(context, id)
}

export async function setMerchantLimitsHandler(
  context: StaffContext,
  { id, ...limits }: ParsedInput<typeof setMerchantLimits>,
) {
  const business = await findBusiness(context.tx, id)
  if (await setTransactionLimits(context, business, limits, context.staff.name))
    await record(context, business, 'merchant.limits_changed', limits)
  return loadOfficeMerchant(context, id)
}

export async function setMerchantPayoutTermsHandler(
  context: StaffContext,
  { id, ...terms }: ParsedInput<typeof setMerchantPayoutTerms>,
) {
  const business = await findBusiness(context.tx, id)
  const { isChanged } = await setPayoutTerms(context, business, terms, context.staff.name)
  if (isChanged) await record(context, business, 'merchant.payout_terms_changed', terms)
  return loadOfficeMerchant(context, id)
}

export async function addMerchantNoteHandler(context: StaffContext, { id, text }: ParsedInput<typeof addMerchantNote>) {
  const { tx, staff, realNow } = context
  const business = await findBusiness(tx, id)
  await tx.insert(staffNotes).values({ merchantId: id, text: text.trim(), author: staff.name, createdAt: realNow })
  await record(context, business, 'merchant.note_added', {})
  return loadOfficeMerchant(context, id)
}

type NewPrice = ParsedInput<typeof setMerchantPrice>

const channelsOf = (channel: NewPrice['channel']): readonly Channel[] =>
  channel === 'checkout' ? hostedChannels : [channel]

const namePriced = (channel: NewPrice['channel']): string =>
  channel === 'checkout' ? 'Checkout' : channelNames[channel]

export async function setMerchantPriceHandler(context: StaffContext, { id, channel, ...terms }: NewPrice) {
  const business = await findBusiness(context.tx, id)
  const { flatKobo, waiveFlatBelowKobo, endsOn, ...rest } = terms
  const price = {
    ...rest,
    channels: channelsOf(channel),
    flatKobo: flatKobo ?? 0,
    waiveFlatBelowKobo: waiveFlatBelowKobo ?? 0,
    endsOn: endsOn || null,
  }
  await setPrice(context, id, price, context.staff.name)
  await record(context, business, 'merchant.price_set', { channel: namePriced(channel), ...terms })
  return loadOfficeMerchant(context, id)
}

export async function endMerchantPriceHandler(
  context: StaffContext,
  { id, channel, lastDay }: ParsedInput<typeof endMerchantPrice>,
) {
  const business = await findBusiness(context.tx, id)
  await endPrices(context, id, { channels: channelsOf(channel), lastDay }, context.staff.name)
  await record(context, business, 'merchant.price_ended', { channel: namePriced(channel), lastDay })
  return loadOfficeMerchant(context, id)
}

type NewRouting = ParsedInput<typeof setMerchantRouting>

export async function setMerchantRoutingHandler(context: StaffContext, { id, channel, processor }: NewRouting) {
  const business = await findBusiness(context.tx, id)
  const scope = toOrderScope(id, channel)
  const { processors, isChanged } = await setProcessorOrder(context, scope, [processor], context.staff.name)
  if (isChanged)
    await record(context, business, 'merchant.routing_set', {
      channel: nameRouted(channel),
      processor: processorName(processors[0]!),
    })
  return loadOfficeMerchant(context, id)
}

export async function removeMerchantRoutingHandler(
  context: StaffContext,
  { id, channel }: ParsedInput<typeof removeMerchantRouting>,
) {
  const business = await findBusiness(context.tx, id)
  await removeProcessorOrder(context, toOrderScope(id, channel), context.staff.name)
  await record(context, business, 'merchant.routing_removed', { channel: nameRouted(channel) })
  return loadOfficeMerchant(context, id)
}

const toOrderScope = (business: string, channel: NewRouting['channel']) => ({
  business,
  channel: channel === 'all' ? null : channel,
  bankCode: null,
})

const nameRouted = (channel: NewRouting['channel']) => (channel === 'all' ? 'All channels' : channelNames[channel])

const record = (
  context: StaffContext,
  { id, businessName, merchantCode }: MerchantRecord,
  action: StaffAction,
  after: Record<string, unknown>,
) => recordStaffEvent(context, { action, object: `${businessName} (${merchantCode})`, after, merchantId: id })
