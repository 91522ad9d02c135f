import { formatNaira } from '@adire/contract/money.ts'
import { fullShareBps, maxRecipients, type SplitType } from '@adire/contract/split-shares.ts'
import { Check, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { DecimalInput } from '../../ui/decimal-input.tsx'
import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Select } from '../../ui/select.tsx'
import { ShareBar } from './share-bar.tsx'
import type { ShareErrors } from './split-errors.ts'
import { formatPercent } from './split-words.ts'
import type { KnownRecipient } from './use-recipients.ts'

export type ShareDraft = { partyId: string; value: number | undefined }

type ShareRowsProps = {
  type: SplitType
  shares: readonly ShareDraft[]
  recipients: readonly KnownRecipient[]
  /** Error of all rows together. */
  fault: string | undefined
  /** Errors of single rows, by their position. */
  errors: Readonly<Record<number, ShareErrors>>
  onChange: (shares: ShareDraft[]) => void
  /** Adds a recipient for the row at this position, if the user may. */
  onAdd: ((position: number) => void) | undefined
}

const deleted = 'This recipient was deleted. Choose another one.'

/** Rows of recipients and shares, with the business's remainder and a check of the total. */
export function ShareRows({ type, shares, recipients, fault, errors, onChange, onAdd }: ShareRowsProps) {
  const set = (position: number, to: Partial<ShareDraft>) =>
    onChange(shares.map((share, index) => (index === position ? { ...share, ...to } : share)))
  const isKnown = (partyId: string) => recipients.some(({ id }) => id === partyId)
  const sum = shares.reduce((total, { value = 0 }) => total + value, 0)
  const largest = type === 'percentage' ? fullShareBps : Math.max(1, ...shares.map(({ value = 0 }) => value))
  return (
    <section className="card @container/shares flex flex-col gap-5 p-5" aria-labelledby="shares">
      <h2 id="shares" className="font-semibold">
        Shares
      </h2>
      <ul className="flex flex-col gap-5">
        {shares.map(({ partyId, value }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the only identity of a row without a recipient
          <li key={position} className="flex flex-col gap-2">
            <ShareRow
              number={position + 1}
              type={type}
              share={{ partyId, value }}
              choices={recipients.filter(({ id }) => id === partyId || !shares.some((share) => share.partyId === id))}
              errors={partyId && !isKnown(partyId) ? { ...errors[position], partyId: deleted } : errors[position]}
              onChange={(to) => set(position, to)}
              onAdd={onAdd && (() => onAdd(position))}
              onRemove={
                shares.length === 1 ? undefined : () => onChange(shares.filter((_, index) => index !== position))
              }
            />
            <ShareBar share={(value ?? 0) / largest} over={type === 'percentage' && sum > fullShareBps} />
          </li>
        ))}
      </ul>
      {type === 'percentage' && (
        <div className="flex flex-col gap-2">
          <p className="flex justify-between gap-4">
            <span className="text-ink-2">You get the rest</span>
            <span className="figures font-medium">{formatPercent(Math.max(0, fullShareBps - sum))}</span>
          </p>
          <ShareBar share={Math.max(0, fullShareBps - sum) / fullShareBps} />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Allocated
          type={type}
          sum={sum}
          isReady={shares.every(({ partyId, value }) => isKnown(partyId) && value !== undefined)}
        />
        <Button
          tone="secondary"
          icon={<Plus strokeWidth={1.75} aria-hidden="true" />}
          disabled={shares.length >= maxRecipients}
          onClick={() => onChange([...shares, { partyId: '', value: undefined }])}
        >
          Add a row
        </Button>
      </div>
      {fault && (
        <p role="alert" className="text-sm text-bad">
          {fault}
        </p>
      )}
    </section>
  )
}

type ShareRowProps = {
  /** Place of the row, from 1. */
  number: number
  type: SplitType
  share: ShareDraft
  /** Recipients that no other row has. */
  choices: readonly KnownRecipient[]
  errors: ShareErrors | undefined
  onChange: (to: Partial<ShareDraft>) => void
  onAdd: (() => void) | undefined
  /** Absent on the only row. */
  onRemove: (() => void) | undefined
}

function ShareRow({ number, type, share, choices, errors, onChange, onAdd, onRemove }: ShareRowProps) {
  const { partyId, value } = share
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 @md/shares:grid-cols-[minmax(0,1fr)_176px_auto]">
      <Field label={`Recipient ${number}`} error={errors?.partyId} className="@max-md/shares:col-span-2">
        <Select
          value={partyId}
          onChange={({ target }) => (target.value === 'new' ? onAdd?.() : onChange({ partyId: target.value }))}
          placeholder="Choose a recipient"
          options={[
            ...choices.map(({ id, name }) => ({ value: id, label: name })),
            ...(onAdd ? [{ value: 'new', label: 'Add a recipient…' }] : []),
          ]}
        />
      </Field>
      <Field label={`Share ${number}`} error={errors?.value}>
        {type === 'percentage' ? (
          <DecimalInput
            value={value}
            onChange={(next) => onChange({ value: next })}
            scale={100}
            after={<span className="px-2.5">%</span>}
          />
        ) : (
          <MoneyInput value={value} onChange={(next) => onChange({ value: next })} />
        )}
      </Field>
      <IconButton label={`Remove recipient ${number}`} className="mt-6.5" onClick={onRemove} disabled={!onRemove}>
        <Trash2 strokeWidth={1.75} />
      </IconButton>
    </div>
  )
}

/** Running total. Percentages plus the business's remainder make 100 %; a total above that is an error. */
function Allocated({ type, sum, isReady }: { type: SplitType; sum: number; isReady: boolean }) {
  if (!isReady && sum <= fullShareBps) return <p className="text-muted">Choose the recipients and their shares</p>
  if (type === 'flat')
    return (
      <p className="text-muted" aria-live="polite">
        Shares of <span className="figures font-medium text-ink">{formatNaira(sum)}</span>; the rest is yours
      </p>
    )
  const isOver = sum > fullShareBps
  const Icon = isOver ? TriangleAlert : Check
  return (
    <p className={`flex items-center gap-2 font-medium ${isOver ? 'text-bad' : 'text-ok'}`} aria-live="polite">
      <Icon className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <span className="figures">
        {formatPercent(Math.max(sum, fullShareBps))} allocated
        {isOver && `: take ${formatPercent(sum - fullShareBps)} off`}
      </span>
    </p>
  )
}
