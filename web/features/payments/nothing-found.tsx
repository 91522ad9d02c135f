import { channelDefinitions } from '@adire/contract/channels/channels.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { statusLabel } from '@adire/contract/status-names.ts'
import { useCall } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { rangeLabel } from '../../ui/range.ts'
import { type FilterChanges, type TransactionFilters, toPaymentQuery } from './transaction-filters.ts'

type NothingFoundProps = {
  filters: TransactionFilters
  onChange: (changes: FilterChanges) => void
  onClear: () => void
}

/** Empty result: the active filters, and single filters to remove. */
export function NothingFound({ filters, onChange, onClear }: NothingFoundProps) {
  return (
    <Empty
      title="Nothing found"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {waysOut(filters).map((way) => (
            <WayOut key={way.label} {...way} filters={filters} onChange={onChange} />
          ))}
          <Button tone="ghost" onClick={onClear}>
            Clear all filters
          </Button>
        </div>
      }
    >
      {sentence(filters)}
    </Empty>
  )
}

/** Sentence for the filters: "No failed payments by card (last 7 days) match “ada@”." */
function sentence(filters: TransactionFilters): string {
  const { status, channel, search, link, settlement, customer } = filters
  const range = rangeLabel(filters)
  const words = [
    'No',
    status === 'card_check' ? 'card checks' : `${status ? `${statusLabel(status).toLowerCase()} ` : ''}payments`,
    channel && `by ${channelDefinitions[channel].nameInText}`,
    link && 'through this payment link',
    settlement && 'in this settlement',
    customer && `by ${customer}`,
    (filters.min !== undefined || filters.max !== undefined) && 'of such an amount',
    range !== 'Any date' && `(${range.charAt(0).toLowerCase()}${range.slice(1)})`,
    search && `match \u201c${search}\u201d`,
  ]
  return `${words.filter(Boolean).join(' ')}.`
}

type Way = { label: string; changes: { [Name in keyof TransactionFilters]?: undefined } }

function waysOut({
  status,
  channel,
  period,
  from,
  to,
  search,
  link,
  settlement,
  customer,
  min,
  max,
}: TransactionFilters): Way[] {
  const ways: (Way | false)[] = [
    Boolean(period || from || to) && {
      label: 'Any date',
      changes: { period: undefined, from: undefined, to: undefined },
    },
    status !== undefined && { label: 'Any status', changes: { status: undefined } },
    channel !== undefined && { label: 'Any channel', changes: { channel: undefined } },
    link !== undefined && { label: 'Any link', changes: { link: undefined } },
    settlement !== undefined && { label: 'Any settlement', changes: { settlement: undefined } },
    customer !== undefined && { label: 'Any customer', changes: { customer: undefined } },
    (min !== undefined || max !== undefined) && { label: 'Any amount', changes: { min: undefined, max: undefined } },
    search !== '' && { label: 'Clear search', changes: { search: undefined } },
  ]
  return ways.filter((way) => way !== false)
}

/** Link that removes one filter, only shown if that finds payments. */
function WayOut({ label, changes, filters, onChange }: Way & Omit<NothingFoundProps, 'onClear'>) {
  const { data } = useCall(listPayments, { ...toPaymentQuery({ ...filters, ...changes }), limit: 1 })
  if (!data?.totalElements) return null
  return (
    <Button tone="secondary" onClick={() => onChange(changes)}>
      {label}
      <span className="figures ml-2 font-normal text-muted">
        {groupDigits(data.totalElements)}
        {data.totalIsCapped && '+'} {data.totalElements === 1 ? 'result' : 'results'}
      </span>
    </Button>
  )
}
