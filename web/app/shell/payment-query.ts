import { channelDefinitions, channels } from '@adire/contract/channels/channels.ts'
import { formatNaira, parseNaira } from '@adire/contract/money.ts'
import { statusFilters } from '@adire/contract/payments.ts'
import { statusLabel } from '@adire/contract/status-names.ts'
import type { PaletteItem } from '../../ui/palette-dialog.tsx'

/** One filter of the transaction list: its parameters and its name. */
type ParsedFilter = { params: Record<string, string>; name: string }

const parsers: Record<string, (value: string) => ParsedFilter | undefined> = {
  status(value) {
    const status = statusFilters.find((one) => one === value)
    return status && { params: { status }, name: statusLabel(status).toLowerCase() }
  },
  channel(value) {
    const channel = channels.find((one) => one === value)
    return channel && { params: { channel }, name: channelDefinitions[channel].nameInText }
  },
  amount(value) {
    const [, comparison = '', text = ''] = /^(>=|<=|>|<|=|)(.*)$/.exec(value) ?? []
    const kobo = parseNaira(text)
    if (kobo === undefined) return undefined
    const { params, words } = amountFilters[comparison]!(kobo)
    return { params, name: `${words} ${formatNaira(kobo)}` }
  },
}

type AmountFilter = (kobo: number) => { params: Record<string, string>; words: string }
const exactly: AmountFilter = (kobo) => ({ params: { min: `${kobo}`, max: `${kobo}` }, words: 'exactly' })
const amountFilters: Record<string, AmountFilter> = {
  '': exactly,
  '=': exactly,
  '>': (kobo) => ({ params: { min: `${kobo + 1}` }, words: 'over' }),
  '>=': (kobo) => ({ params: { min: `${kobo}` }, words: 'at least' }),
  '<': (kobo) => ({ params: { max: `${Math.max(0, kobo - 1)}` }, words: 'under' }),
  '<=': (kobo) => ({ params: { max: `${kobo}` }, words: 'at most' }),
}

/** The transaction list with typed filters: `status:failed amount:>50000 bello`. Undefined without a valid filter. */
export function parsePaymentQuery(typed: string): PaletteItem | undefined {
  const found: ParsedFilter[] = []
  const words: string[] = []
  for (const word of typed.split(/\s+/).filter(Boolean)) {
    const [, name = '', value = ''] = /^(\w+):(.*)$/.exec(word.toLowerCase()) ?? []
    const filter = Object.hasOwn(parsers, name) ? parsers[name]!(value) : undefined
    if (filter) found.push(filter)
    else words.push(word)
  }
  if (found.length === 0) return undefined
  const search = words.join(' ')
  const params = Object.assign({}, ...found.map((filter) => filter.params), search && { search })
  const names = [...found.map(({ name }) => name), ...(search ? [`\u201c${search}\u201d`] : [])]
  return {
    id: 'payment-query',
    name: `Transactions: ${names.join(', ')}`,
    to: `/transactions?${new URLSearchParams(params)}`,
  }
}
