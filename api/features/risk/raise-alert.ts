import type { AlertKind, RuleSubject } from '@adire/contract/back-office/risk.ts'
import type { Context } from '../../context.ts'
import type { PaymentRecord } from '../payments/move.ts'
import type { Subject } from './subjects.ts'

interface Raised {
  kind: AlertKind
  /** The rule or the block. */
  sourceId: string | null
  title: string
  subjectKind?: RuleSubject
  subject: Subject
  isStopped: boolean
}

/** Raises an alert about a payment, or counts it under the open one of the same rule, business and subject. */
export async function raiseAlert(
  { tx, mode, realNow }: Context,
  { merchantId, id }: Pick<PaymentRecord, 'merchantId' | 'id'>,
  { kind, sourceId, title, subjectKind, subject, isStopped }: Raised,
): Promise<void> {
  await tx.$client.query({
    name: 'risk_alert_raise',
    text: `insert into risk_alerts (kind, mode, source_id, title, subject_kind, subject, label, merchant_id, times, stopped,
             created_at, last_at, last_payment_id, status)
           values ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10, $10, $11, 'open')
           on conflict (kind, coalesce(source_id, merchant_id), merchant_id, subject) where status = 'open'
           do update set times = risk_alerts.times + 1, stopped = risk_alerts.stopped + excluded.stopped,
             last_at = excluded.last_at, last_payment_id = excluded.last_payment_id`,
    values: [
      kind,
      mode,
      sourceId,
      title,
      subjectKind ?? null,
      subject.key,
      subject.label,
      merchantId,
      isStopped ? 1 : 0,
      realNow,
      id,
    ],
  })
}
