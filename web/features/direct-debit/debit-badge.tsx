import type { Debit } from '@adire/contract/direct-debit-schemas.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { debitNames } from './mandate-words.ts'

const debitTones: Record<Debit['status'], BadgeTone> = {
  scheduled: 'neutral',
  processing: 'warn',
  retrying: 'warn',
  success: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
}

type DebitBadgeProps = Pick<Debit, 'amountKobo' | 'refundedKobo'> & { status: Debit['status'] | 'skipped' }

export function DebitBadge({ status, amountKobo, refundedKobo }: DebitBadgeProps) {
  if (refundedKobo > 0)
    return (
      <Badge tone="neutral" glyph="return">
        {refundedKobo < amountKobo ? 'Partly returned' : 'Returned'}
      </Badge>
    )
  if (status === 'skipped') return <Badge tone="neutral">Skipped by customer</Badge>
  return (
    <Badge tone={debitTones[status]} {...(status === 'scheduled' && { glyph: 'clock' })}>
      {debitNames[status]}
    </Badge>
  )
}
