import { statusLabel } from '@adire/contract/status-names.ts'
import type { ReactNode } from 'react'

export type BadgeTone = 'ok' | 'warn' | 'bad' | 'neutral'
type Glyph = 'tick' | 'clock' | 'cross' | 'return' | 'dash'

const tones: Record<BadgeTone, string> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  neutral: 'bg-neutral-soft text-neutral',
}

const glyphs: Record<Glyph, string> = {
  tick: 'm2.5 6.4 2.3 2.3 4.7-5',
  clock: 'M6 3.2V6l2 1.4M6 1.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 1 0 0-9.6',
  cross: 'm3.2 3.2 5.6 5.6m0-5.6L3.2 8.8',
  return: 'M4.4 2 2 4.4l2.4 2.4M2.2 4.4h4.6a2.8 2.8 0 0 1 0 5.6H5.4',
  dash: 'M3 6h6',
}

const toneGlyphs: Record<BadgeTone, Glyph> = { ok: 'tick', warn: 'clock', bad: 'cross', neutral: 'dash' }

const statusTones: Record<BadgeTone, readonly string[]> = {
  ok: [
    'success',
    'successful',
    'paid',
    'active',
    'published',
    'approved',
    'verified',
    'resolved',
    'completed',
    'processed',
    'paid_outside',
    'delivered',
  ],
  warn: [
    'pending',
    'processing',
    'sent',
    'partially_paid',
    'attention',
    'needs_attention',
    'on_hold',
    'pending_authorization',
    'pending_activation',
    'pending_merchant_submission',
    'awaiting_merchant_feedback',
    'awaiting_bank_feedback',
    'in_review',
    'retrying',
    'scheduled',
  ],
  bad: ['failed', 'declined', 'overdue', 'rejected', 'blacklisted', 'authorization_expired', 'lost'],
  neutral: [
    'reversed',
    'refunded',
    'partially_refunded',
    'abandoned',
    'cancelled',
    'draft',
    'unpublished',
    'inactive',
    'erased',
    'forgiven',
  ],
}

const tonesByStatus = new Map(
  Object.entries(statusTones).flatMap(([tone, statuses]) =>
    statuses.map((status) => [status, tone as BadgeTone] as const),
  ),
)

const returned = ['reversed', 'refunded', 'partially_refunded']

type BadgeProps = { tone: BadgeTone; glyph?: Glyph; children: ReactNode }

export function Badge({ tone, glyph = toneGlyphs[tone], children }: BadgeProps) {
  return (
    <span
      className={`inline-flex min-h-[22px] items-center gap-1 rounded-[11px] py-[3px] pr-2 pl-1.5 text-xs font-medium whitespace-nowrap cards:text-left cards:whitespace-normal ${tones[tone]}`}
    >
      <svg
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-3"
        aria-hidden="true"
      >
        <path d={glyphs[glyph]} />
      </svg>
      {children}
    </span>
  )
}

/** Badge of any status; an unknown status is shown as is, in a neutral tone. */
export function StatusBadge({ status, label }: { status: string; label?: string }) {
  const key = status.toLowerCase()
  return (
    <Badge tone={tonesByStatus.get(key) ?? 'neutral'} glyph={returned.includes(key) ? 'return' : undefined}>
      {label ?? statusLabel(status)}
    </Badge>
  )
}
