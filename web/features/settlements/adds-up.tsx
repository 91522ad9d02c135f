import { formatNaira } from '@adire/contract/money.ts'
import { listSettlementParts } from '@adire/contract/settlements.ts'
import type { Settlement } from '@adire/contract/settlements-schemas.ts'
import { Check, TriangleAlert } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'

/** Breakdown from the opening balance to the amount paid to the bank, with one line per deduction. */
export function AddsUp({ settlement: { figures, status, party } }: { settlement: Settlement }) {
  const { openingKobo, closingKobo, bankKobo, differenceKobo } = figures
  const isRight = differenceKobo === 0
  const parts = listSettlementParts(figures, party?.name)
  const details: DetailItem[] = [
    { label: 'Opening balance, brought forward', value: formatNaira(openingKobo) },
    ...parts.flatMap(([label, kobo, always]) => (always || kobo !== 0 ? [{ label, value: formatNaira(kobo) }] : [])),
    {
      label: `${status === 'success' ? 'Paid to' : 'To'} ${party ? 'the' : 'your'} bank`,
      value: formatNaira(bankKobo),
      strong: true,
    },
    { label: 'Closing balance', value: formatNaira(closingKobo) },
  ]
  return (
    <Card title="How it adds up">
      <div className="-mt-1">
        <DetailList details={details} />
      </div>
      <p
        className={`mt-2 flex items-center gap-2 rounded-md px-3.5 py-2.5 ${isRight ? 'bg-ok-soft text-ok' : 'bg-bad-soft text-bad'}`}
      >
        {isRight ? (
          <Check className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
        ) : (
          <TriangleAlert className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
        )}
        <span className="min-w-0">
          {isRight ? 'It adds up' : 'It does not add up: contact us'}. Difference from our books:{' '}
          <span className="figures">{formatNaira(differenceKobo)}</span>
        </span>
      </p>
    </Card>
  )
}
