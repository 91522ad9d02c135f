import type { Debit, MandateRow } from '@adire/contract/direct-debit-schemas.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { debitNames, stateName } from './mandate-words.ts'

const tones: Record<MandateRow['status'], BadgeTone> = {
  draft: 'neutral',
  pending: 'warn',
  pending_authorization: 'warn',
  pending_activation: 'warn',
  active: 'ok',
  suspended: 'warn',
  rejected: 'bad',
  authorization_expired: 'bad',
  cancelled: 'neutral',
  expired: 'neutral',
}

export function MandateBadge({ mandate }: { mandate: Pick<MandateRow, 'status' | 'readyToDebit'> }) {
  const { status, readyToDebit } = mandate
  return <Badge tone={status === 'active' && !readyToDebit ? 'warn' : tones[status]}>{stateName(mandate)}</Badge>
}

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
