import type { MandateRow } from '@adire/contract/direct-debit-schemas.ts'
import { activeMandateNames, mandateStatusNames } from '@adire/contract/status-names.ts'
import { Badge, type BadgeTone } from '../ui/badge.tsx'

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
  return <Badge tone={status === 'active' && !readyToDebit ? 'warn' : tones[status]}>{nameState(mandate)}</Badge>
}

/** `active` has two labels: before and after the bank allows debits. */
function nameState({ status, readyToDebit }: Pick<MandateRow, 'status' | 'readyToDebit'>): string {
  if (status === 'active') return activeMandateNames[readyToDebit ? 'ready' : 'notReady']
  return mandateStatusNames[status]
}
