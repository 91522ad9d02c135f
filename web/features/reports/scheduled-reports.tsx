import { limits } from '@adire/contract/limits.ts'
import {
  createReportSchedule,
  deleteReportSchedule,
  listReportRuns,
  listReportSchedules,
  pauseReportSchedule,
  resumeReportSchedule,
  sendReportNow,
} from '@adire/contract/report-schedules.ts'
import type { ReportSchedule } from '@adire/contract/report-schedules-schemas.ts'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { describeSchedule } from './report-words.ts'
import { type ScheduleAction, ScheduleRow } from './schedule-row.tsx'

const ScheduleModal = lazyComponent(() => import('./schedule-modal.tsx').then((module) => module.ScheduleModal))

const refresh = [listReportSchedules, listReportRuns]

/** Reports that are emailed regularly. */
export function ScheduledReports() {
  const list = useCall(listReportSchedules, {})
  const [edited, setEdited] = useState<ReportSchedule | 'new'>()
  const [removed, setRemoved] = useState<ReportSchedule>()
  const send = useChange(sendReportNow, {
    refresh,
    success: ({ recipients }) => (recipients === 0 ? '' : 'The report is on its way'),
  })
  const pause = useChange(pauseReportSchedule, { refresh, success: 'The report is paused' })
  const resume = useChange(resumeReportSchedule, { refresh, success: 'The report will be sent again' })
  if (list.error)
    return (
      <Card title="Scheduled reports">
        <ErrorStrip message={list.error.message} onRetry={() => void list.refetch()} />
      </Card>
    )
  if (!list.data) return <DetailSkeleton rows={2} />
  const { content } = list.data
  const add = (
    <AllowedButton
      needs={createReportSchedule}
      tone="secondary"
      icon={<Plus strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => setEdited('new')}
    >
      Schedule report
    </AllowedButton>
  )
  const act = (action: ScheduleAction, schedule: ReportSchedule) => {
    const { id } = schedule
    if (action === 'edit') setEdited(schedule)
    else if (action === 'delete') setRemoved(schedule)
    else ({ send, pause, resume })[action].mutate({ id })
  }
  return (
    <>
      {content.length === 0 ? (
        <Empty title="No scheduled reports" action={add}>
          Have transactions, settlements, fees or the journal emailed to your team every day, week or month.
        </Empty>
      ) : (
        <Card title="Scheduled reports" action={content.length < limits.reportSchedules && add}>
          <ul aria-label="Scheduled reports" className="divide-y divide-line">
            {content.map((schedule) => (
              <ScheduleRow
                key={schedule.id}
                schedule={schedule}
                isSending={send.isPending && send.variables.id === schedule.id}
                onAction={(action) => act(action, schedule)}
              />
            ))}
          </ul>
        </Card>
      )}
      <Suspense>
        {edited && (
          <ScheduleModal schedule={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
      {removed && <DeleteSchedule schedule={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

function DeleteSchedule({ schedule, onClose }: { schedule: ReportSchedule; onClose: () => void }) {
  const remove = useChange(deleteReportSchedule, { refresh, success: 'The schedule is deleted', onDone: onClose })
  return (
    <ConfirmModal
      open
      title="Delete this schedule?"
      action="Delete"
      onConfirm={() => remove.mutate({ id: schedule.id })}
      onCancel={onClose}
      busy={remove.isPending}
    >
      {describeSchedule(schedule)}. It is not sent any more. Reports sent already can still be opened.
    </ConfirmModal>
  )
}
