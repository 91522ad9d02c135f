import {
  endMerchantPrice,
  setMerchantLimits,
  setMerchantPayoutTerms,
  setMerchantPrice,
} from '@adire/contract/back-office/merchants.ts'
import type { OfficeMerchant } from '@adire/contract/back-office/merchants-schemas.ts'
import { channelNames, hostedChannels } from '@adire/contract/channels/channels.ts'
import type { Price } from '@adire/contract/channels/definition.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { describePriceLimits, describeRate } from '@adire/contract/price-text.ts'
import { formatDay } from '../../lagos.ts'
import { describeChange, describeEffect } from '../lifecycle/guarded-action.ts'
import { loadOfficeMerchant } from '../office-merchants/detail.ts'
import {
  endMerchantPriceHandler,
  setMerchantLimitsHandler,
  setMerchantPayoutTermsHandler,
  setMerchantPriceHandler,
} from '../office-merchants/manage.ts'
import { defineStaffAction } from './action.ts'

type ChannelChoice = ParsedInput<typeof setMerchantPrice>['channel']

const nameOf = ({ businessName, merchantCode, mode }: OfficeMerchant) =>
  `${businessName} (${merchantCode}${mode === 'TEST' ? ', test' : ''})`
const channelName = (channel: ChannelChoice) => (channel === 'checkout' ? 'the checkout' : channelNames[channel])
const describePrice = (price: Price) => [describeRate(price), describePriceLimits(price)].filter(Boolean).join('. ')
const describeLimit = (kobo: number | null) => (kobo === null ? 'No limit' : formatNaira(kobo))
const bearerNames = { merchant: 'The business', customer: 'The payer' }
const dutyNames = { merchant: 'The business', platform: 'We' }

function priceOfChannel({ prices }: OfficeMerchant, channel: ChannelChoice): string {
  const one = channel === 'checkout' ? hostedChannels[0] : channel
  const price = prices.find((candidate) => candidate.channel === one)
  return price ? describePrice(price) : 'Published price'
}

export const merchantActions = [
  defineStaffAction({
    name: 'setMerchantPrice',
    endpoint: setMerchantPrice,
    handler: { create: setMerchantPriceHandler },
    async preview(context, { id, channel, startsOn, endsOn, feeBearer, ...terms }) {
      const merchant = await loadOfficeMerchant(context, id)
      const price = { ...terms, flatKobo: terms.flatKobo ?? 0, waiveFlatBelowKobo: terms.waiveFlatBelowKobo ?? 0 }
      return {
        title: `Set the price of ${channelName(channel)} for ${merchant.businessName}`,
        merchantId: id,
        effects: [
          describeEffect('Business', nameOf(merchant)),
          ...describeChange('Price', priceOfChannel(merchant, channel), describePrice(price)),
          describeEffect('Paid by', bearerNames[feeBearer]),
          describeEffect('From', formatDay(startsOn)),
          describeEffect('Until', endsOn ? formatDay(endsOn) : 'No end'),
        ],
      }
    },
  }),
  defineStaffAction({
    name: 'endMerchantPrice',
    endpoint: endMerchantPrice,
    handler: { create: endMerchantPriceHandler },
    async preview(context, { id, channel, lastDay }) {
      const merchant = await loadOfficeMerchant(context, id)
      return {
        title: `End the price of ${channelName(channel)} for ${merchant.businessName}`,
        merchantId: id,
        effects: [
          describeEffect('Business', nameOf(merchant)),
          describeEffect('Price', priceOfChannel(merchant, channel)),
          describeEffect('Last day', formatDay(lastDay)),
        ],
      }
    },
  }),
  defineStaffAction({
    name: 'setMerchantLimits',
    endpoint: setMerchantLimits,
    handler: { create: setMerchantLimitsHandler },
    async preview(context, { id, maxPaymentKobo, maxDayKobo }) {
      const merchant = await loadOfficeMerchant(context, id)
      const { restrictions } = merchant
      return {
        title: `Change the limits of ${merchant.businessName}`,
        merchantId: id,
        effects: [
          describeEffect('Business', nameOf(merchant)),
          ...describeChange(
            'Most of one payment',
            describeLimit(restrictions.maxPaymentKobo),
            describeLimit(maxPaymentKobo),
          ),
          ...describeChange('Most of one day', describeLimit(restrictions.maxDayKobo), describeLimit(maxDayKobo)),
        ],
      }
    },
  }),
  defineStaffAction({
    name: 'setMerchantPayoutTerms',
    endpoint: setMerchantPayoutTerms,
    handler: { create: setMerchantPayoutTermsHandler },
    async preview(context, { id, reserveBps, reserveDays, stampDutyBearer }) {
      const merchant = await loadOfficeMerchant(context, id)
      const before = merchant.payoutTerms
      return {
        title: `Change the payout terms of ${merchant.businessName}`,
        merchantId: id,
        effects: [
          describeEffect('Business', nameOf(merchant)),
          ...describeChange('Reserve', `${before.reserveBps / 100}%`, `${reserveBps / 100}%`),
          ...describeChange('Returned after', `${before.reserveDays} days`, `${reserveDays} days`),
          ...describeChange('Stamp duty paid by', dutyNames[before.stampDutyBearer], dutyNames[stampDutyBearer]),
        ],
      }
    },
  }),
]
