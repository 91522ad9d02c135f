import {
  deleteReportSchedule,
  pauseReportSchedule,
  resumeReportSchedule,
  sendReportNow,
  updateReportSchedule,
} from '@adire/contract/report-schedules.ts'
import type { ReportSchedule } from '@adire/contract/report-schedules-schemas.ts'
import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { MenuButton, MenuLine } from '../../ui/menu.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { describeDelivery, describePeriod, describeSchedule } from './report-words.ts'

/** Actions on a scheduled report. */
export type ScheduleAction = 'send' | 'edit' | 'pause' | 'resume' | 'delete'

type ScheduleRowProps = {
  schedule: ReportSchedule
  isSending: boolean
  onAction: (action: ScheduleAction) => void
}

const stroke = { strokeWidth: 1.75, 'aria-hidden': true } as const

export function ScheduleRow({ schedule, isSending, onAction }: ScheduleRowProps) {
  const { nextAt, lastRun, recipients } = schedule
  const title = describeSchedule(schedule)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-1 last:pb-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium">{title}</span>
          {nextAt === null && <Badge tone="neutral">Paused</Badge>}
        </p>
        <p className={`mt-1 text-sm wrap-anywhere ${recipients.length === 0 ? 'text-bad' : 'text-ink-2'}`}>
          {describeDelivery(schedule)}
        </p>
        {nextAt && <p className="mt-0.5 text-sm text-muted">Next: {formatDateTime(nextAt)}</p>}
        {lastRun && (
          <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            Last: {describePeriod(lastRun)}
            <RunBadge status={lastRun.status} />
          </div>
        )}
        {lastRun?.failure && <p className="mt-1 text-sm text-bad">{lastRun.failure}</p>}
      </div>
      <div className="flex gap-2">
        <AllowedButton
          needs={sendReportNow}
          tone="secondary"
          busy={isSending}
          disabled={recipients.length === 0}
          onClick={() => onAction('send')}
          aria-label={`Send now: ${title}`}
        >
          Send now
        </AllowedButton>
        <MoreMenu of={title}>
          <MenuButton needs={updateReportSchedule} onClick={() => onAction('edit')}>
            <Pencil {...stroke} /> Edit
          </MenuButton>
          {nextAt ? (
            <MenuButton needs={pauseReportSchedule} onClick={() => onAction('pause')}>
              <Pause {...stroke} /> Pause
            </MenuButton>
          ) : (
            <MenuButton needs={resumeReportSchedule} onClick={() => onAction('resume')}>
              <Play {...stroke} /> Resume
            </MenuButton>
          )}
          <MenuLine />
          <MenuButton needs={deleteReportSchedule} className="text-bad!" onClick={() => onAction('delete')}>
            <Trash2 {...stroke} /> Delete
          </MenuButton>
        </MoreMenu>
      </div>
    </li>
  )
}

/** Status of a sent report. An email that is on its way is not a problem, so `sent` is green here. */
export const RunBadge = ({ status }: { status: 'sending' | 'sent' | 'failed' }) =>
  status === 'sent' ? <Badge tone="ok">Sent</Badge> : <StatusBadge status={status} />
