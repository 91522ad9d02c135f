import { type Channel, channelNames, hostedChannels } from '@adire/contract/channels/channels.ts'
import type { Price } from '@adire/contract/channels/definition.ts'
import { priceOf } from '@adire/contract/fees.ts'
import { describePriceLimits, describeRate } from '@adire/contract/price-text.ts'
import type { ChannelPrice } from '@adire/contract/prices-schemas.ts'
import { addDays, formatDay } from '../../ui/date.ts'

export interface PriceWords {
  price: string
  /** Cap and waiver. */
  detail: string
  /** "From 01 Mar 2027", "Published price" */
  when: string
  /** Set if the customer bears the fee unless the business chooses. */
  bearer: string | undefined
}

/** Channels with the same prices now and later. */
export interface PriceGroup {
  channels: Channel[]
  names: string
  current: PriceWords
  next: PriceWords[]
}

const between = (startsOn: string, endsOn: string | null) =>
  endsOn === null ? `From ${formatDay(startsOn)}` : `From ${formatDay(startsOn)} until ${formatDay(endsOn)}`

/** Channels with equal prices as one group, in the order of the channels. */
export function listPriceGroups(content: readonly ChannelPrice[]): PriceGroup[] {
  const groups = new Map<string, ChannelPrice[]>()
  for (const price of content) {
    const key = JSON.stringify({ ...price, channel: undefined })
    groups.set(key, [...(groups.get(key) ?? []), price])
  }
  return [...groups.values()].map((alike) => toGroup(content, alike))
}

function toGroup(content: readonly ChannelPrice[], alike: ChannelPrice[]): PriceGroup {
  const [first] = alike as [ChannelPrice, ...ChannelPrice[]]
  const toWords = (price: Price, when: string, day: string | null): PriceWords => ({
    price: describeRate(price),
    detail: describePriceLimits(price),
    when,
    bearer: isBorneByCustomer(content, first.channel, day)
      ? 'The customer pays the fee unless you choose otherwise.'
      : undefined,
  })
  const currentWhen = first.isOwn ? `${between(first.startsOn!, first.endsOn)}, agreed with you` : 'Published price'
  return {
    channels: alike.map(({ channel }) => channel),
    names: alike.map(({ channel }) => channelNames[channel]).join(', '),
    current: toWords(first, currentWhen, null),
    next: listNext(first).map(({ price, startsOn, endsOn, isOwn }) =>
      toWords(price, `${between(startsOn, endsOn)}, ${isOwn ? 'agreed with you' : 'published price'}`, startsOn),
    ),
  }
}

interface NextPrice {
  price: Price
  isOwn: boolean
  startsOn: string
  endsOn: string | null
}

/** Later prices in order, with the published price on the days between and after them. */
function listNext({ channel, endsOn, isOwn, upcoming }: ChannelPrice): NextPrice[] {
  const published = { price: priceOf(channel), isOwn: false }
  const next: NextPrice[] = []
  let lastDay = isOwn ? endsOn : null
  for (const price of upcoming) {
    if (lastDay !== null && addDays(lastDay, 1) < price.startsOn)
      next.push({ ...published, startsOn: addDays(lastDay, 1), endsOn: addDays(price.startsOn, -1) })
    next.push({ price, isOwn: true, startsOn: price.startsOn, endsOn: price.endsOn })
    lastDay = price.endsOn
  }
  if (lastDay !== null) next.push({ ...published, startsOn: addDays(lastDay, 1), endsOn: null })
  return next
}

const hasEnded = (endsOn: string | null, day: string) => endsOn !== null && endsOn < day

/** Bearer of the fee of a channel on a later day; today's without a day. */
function bearerOn({ isOwn, endsOn, feeBearer, upcoming }: ChannelPrice, day: string | null) {
  if (day === null) return feeBearer
  const next = upcoming.find((price) => price.startsOn <= day && !hasEnded(price.endsOn, day))
  return next?.feeBearer ?? (isOwn && hasEnded(endsOn, day) ? 'merchant' : feeBearer)
}

/** Whether the customer bears the fee. All channels of the checkout have one bearer, so all have to agree. */
const isBorneByCustomer = (content: readonly ChannelPrice[], channel: Channel, day: string | null) =>
  content
    .filter((price) => (channel === 'direct_debit' ? price.channel === channel : isHosted(price.channel)))
    .every((price) => bearerOn(price, day) === 'customer')

const isHosted = (channel: Channel) => hostedChannels.some((hosted) => hosted === channel)
