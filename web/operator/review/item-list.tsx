import type { ReviewItem } from '@adire/contract/back-office/review-schemas.ts'
import type { ComponentProps } from 'react'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { type Draft, decisionTexts } from './drafts.ts'

const statusTexts: Record<ReviewItem['status'], [BadgeTone, string, glyph?: ComponentProps<typeof Badge>['glyph']]> = {
  PENDING_MERCHANT_SUBMISSION: ['neutral', 'Not submitted'],
  PENDING_REVIEW: ['warn', 'In review'],
  PENDING_MERCHANT_RESUBMISSION: ['warn', 'Returned', 'return'],
  APPROVED: ['ok', 'Approved'],
  REJECTED: ['bad', 'Rejected'],
  EXPIRED: ['neutral', 'Expired'],
}

const draftTones: Record<Draft['decision'], BadgeTone> = {
  approve: 'ok',
  return: 'warn',
  reject: 'bad',
  expire: 'neutral',
  reopen: 'warn',
}

export function ItemStatus({ status }: Pick<ReviewItem, 'status'>) {
  const [tone, text, glyph] = statusTexts[status]
  return (
    <Badge tone={tone} glyph={glyph}>
      {text}
    </Badge>
  )
}

export const DraftBadge = ({ draft }: { draft: Draft }) => (
  <Badge tone={draftTones[draft.decision]} glyph="return">
    {decisionTexts[draft.decision]}, not sent
  </Badge>
)

type ItemListProps = {
  items: readonly ReviewItem[]
  current: string
  drafts: Readonly<Record<string, Draft>>
  onSelect: (type: string) => void
}

/** What the business has submitted; J and K go through it. */
export function ItemList({ items, current, drafts, onSelect }: ItemListProps) {
  return (
    <nav aria-label="Items" className="card overflow-clip">
      <ul className="divide-y divide-line">
        {items.map(({ type, label, status, submitted }) => (
          <li key={type}>
            <button
              type="button"
              aria-current={type === current ? 'true' : undefined}
              onClick={() => onSelect(type)}
              className="flex w-full items-center justify-between gap-3 border-l-3 border-transparent px-4 py-3 text-left transition-colors hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:border-brand aria-[current]:bg-soft"
            >
              <span className="min-w-0">
                <span className="block font-medium">{label}</span>
                {submitted && <span className="block truncate text-sm text-muted">{submitted}</span>}
              </span>
              <span className="shrink-0">
                {drafts[type] ? <DraftBadge draft={drafts[type]} /> : <ItemStatus status={status} />}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
