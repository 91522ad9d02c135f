import { getPaymentLink } from '@adire/contract/payment-links.ts'
import { getSettlement } from '@adire/contract/settlements.ts'
import { X } from 'lucide-react'
import { useCall } from '../../client/api.ts'
import type { FilterChanges, TransactionFilters } from './transaction-filters.ts'

type FilterChipsProps = { filters: TransactionFilters; onChange: (changes: FilterChanges) => void }

/** Active filters that no other control shows. */
export function FilterChips({ filters: { status, link, settlement, customer }, onChange }: FilterChipsProps) {
  return (
    <>
      {status === 'paid' && (
        <Chip of="Status" name="paid, also if refunded since" onRemove={() => onChange({ status: undefined })} />
      )}
      {customer && <Chip of="Customer" name={customer} onRemove={() => onChange({ customer: undefined })} />}
      {settlement && <SettlementChip id={settlement} onRemove={() => onChange({ settlement: undefined })} />}
      {link && <LinkChip id={link} onRemove={() => onChange({ link: undefined })} />}
    </>
  )
}

type ChipOfOneProps = { id: string; onRemove: () => void }

function LinkChip({ id, onRemove }: ChipOfOneProps) {
  const { data, error } = useCall(getPaymentLink, { id }, { retry: false })
  return <Chip of="Payment link" name={data?.name ?? (error ? 'not found' : '…')} onRemove={onRemove} />
}

function SettlementChip({ id, onRemove }: ChipOfOneProps) {
  const { data, error } = useCall(getSettlement, { id }, { retry: false })
  return <Chip of="Settlement" name={data?.reference ?? (error ? 'not found' : '…')} onRemove={onRemove} />
}

function Chip({ of, name, onRemove }: { of: string; name: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      onClick={onRemove}
      className="inline-flex h-9 max-w-80 shrink-0 items-center gap-2 rounded-md bg-soft px-3 font-medium text-link hover:bg-neutral-soft pointer-coarse:h-11"
    >
      <span className="truncate">
        {of}: {name}
      </span>
      <X className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">Remove this filter</span>
    </button>
  )
}
