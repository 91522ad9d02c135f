import { type Channel, channelNames, channels, hostedChannels } from '@adire/contract/channels/channels.ts'
import type { Price } from '@adire/contract/channels/definition.ts'
import { priceOf } from '@adire/contract/fees.ts'
import { limits } from '@adire/contract/limits.ts'
import { describePriceLimits, describeRate } from '@adire/contract/price-text.ts'
import { asc, eq } from 'drizzle-orm'
import { problem } from '../../http/problem.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import type { OperatorContext } from '../../operator-context.ts'
import { parseDayOption, parseIntegerOption } from '../../operator-options.ts'
import { endPrices, lockPricedBusinesses, type NewPrice, setPrice } from './set.ts'
import { prices } from './tables.ts'

export const priceUsage = `
  prices list <business>                     prices agreed with a business, past and upcoming
  prices set <business> <channel> --bps <n> --from <day>
       [--flat-kobo <n>] [--waive-below-kobo <n>] [--cap-kobo <n>] [--bearer merchant|customer] [--until <day>]
  prices end <business> <channel> --on <day> the published price applies from the next day on
       <channel>: ${[...channels, 'checkout'].join(', ')} (all channels of the checkout)`

/** Options of the commands, as typed. */
export type PriceCommandOptions = Partial<
  Record<(typeof numberOptions)[number] | 'bearer' | 'from' | 'until' | 'on', string | undefined>
>
const numberOptions = ['bps', 'flat-kobo', 'waive-below-kobo', 'cap-kobo'] as const

/** Runs one command. Returns the exit code, or undefined if there is no such command. Errors are thrown. */
export async function runPriceCommand(
  operator: OperatorContext,
  words: string[],
  options: PriceCommandOptions,
): Promise<number | undefined> {
  const [verb, business, channelName, ...more] = words
  if (business === undefined || more.length > 0) return undefined
  if (verb === 'list' && channelName === undefined) return printPrices(operator, business)
  const chosen = channelsOf(channelName)
  if (!chosen) return undefined
  if (verb === 'set') {
    const newPrice = parsePrice(chosen, options)
    await operator.write((context) => setPrice(context, business, newPrice, operator.reviewer))
    if (newPrice.startsOn < addDays(lagosDay(new Date()), noticeDays))
      operator.print(`The terms promise ${noticeDays} days of notice before a price rises. This one starts sooner.`)
  } else if (verb === 'end') {
    const change = { channels: chosen, lastDay: parseDayOption('on', options.on) }
    await operator.write((context) => endPrices(context, business, change, operator.reviewer))
  } else return undefined
  return printPrices(operator, business)
}

function channelsOf(name: string | undefined): readonly Channel[] | undefined {
  if (name === 'checkout') return hostedChannels
  const channel = channels.find((each) => each === name)
  return channel && [channel]
}

/** Notice of a higher price in the terms of service, in days. */
const noticeDays = 30

/** Most lines that are printed. */
const maxLines = 500

async function printPrices({ write, print }: OperatorContext, given: string) {
  const { business, agreed } = await write(async ({ tx }) => {
    const [owner] = await lockPricedBusinesses(tx, given)
    const condition = eq(prices.merchantId, owner!.id)
    const order = [asc(prices.channel), asc(prices.startsOn)]
    return {
      business: owner!,
      agreed: await tx
        .select()
        .from(prices)
        .where(condition)
        .orderBy(...order)
        .limit(maxLines),
    }
  })
  print(`${business.merchantCode}  ${business.businessName}`)
  for (const channel of channels) {
    print(`  ${channelNames[channel]}: published price ${describe(priceOf(channel))}`)
    for (const { startsOn, endsOn, feeBearer, createdBy, ...price } of agreed.filter((one) => one.channel === channel))
      print(`    ${startsOn} to ${endsOn ?? '…'}  ${describe(price)}  Fee borne by the ${feeBearer}. (${createdBy})`)
  }
  return 0
}

/** A price for terminals, without non-breaking spaces. */
const describe = (price: Price) =>
  [describeRate(price), describePriceLimits(price)].filter(Boolean).join('. ').replaceAll('\u00a0', ' ')

function parsePrice(chosen: readonly Channel[], options: PriceCommandOptions): NewPrice {
  const kobo = (name: (typeof numberOptions)[number]) =>
    parseIntegerOption(name, options[name] ?? '0', limits.chargeMaximumKobo)
  const { bearer = 'merchant' } = options
  if (bearer !== 'merchant' && bearer !== 'customer')
    throw problem.field('bearer', '--bearer must be merchant or customer')
  return {
    channels: chosen,
    bps: parseIntegerOption('bps', options.bps, 10_000),
    flatKobo: kobo('flat-kobo'),
    waiveFlatBelowKobo: kobo('waive-below-kobo'),
    capKobo: options['cap-kobo'] === undefined ? null : kobo('cap-kobo'),
    feeBearer: bearer,
    startsOn: parseDayOption('from', options.from),
    endsOn: options.until === undefined ? null : parseDayOption('until', options.until),
  }
}
