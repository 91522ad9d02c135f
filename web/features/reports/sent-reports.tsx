import { listReportRuns, reportFormats } from '@adire/contract/report-schedules.ts'
import type { ReportRun } from '@adire/contract/report-schedules-schemas.ts'
import { downloadJournal } from '@adire/contract/reports.ts'
import { Download } from 'lucide-react'
import { useCall } from '../../client/api.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { usePaging } from '../../ui/use-paging.ts'
import { describePeriod, describeReport } from './report-words.ts'
import { RunBadge } from './schedule-row.tsx'
import { useReportDownload } from './use-report-download.ts'

const pageSize = 10
/** Poll interval while an email is on its way. */
const lookAgainMs = 3_000

/** Reports sent in the last 90 days, to download again. Nothing is shown before the first. */
export function SentReports() {
  const { page, pager } = usePaging(pageSize)
  const { download, savingId } = useReportDownload()
  const list = useCall(listReportRuns, page, {
    keepPrevious: true,
    refetchInterval: ({ state: { data } }) => (data?.content.some(isOnItsWay) ? lookAgainMs : false),
  })
  if (list.data?.totalElements === 0) return null
  return (
    <section aria-labelledby="sent-reports">
      <h2 id="sent-reports" className="mb-3 text-lg font-semibold">
        Sent reports
      </h2>
      <PagedList
        label="Sent reports"
        columns={buildColumns(download, savingId)}
        list={list}
        {...pager}
        empty={null}
        waiting={3}
        hidesOnlyPage
      />
    </section>
  )
}

/** Sending, and not rejected by the mail server so far. */
const isOnItsWay = ({ status, failure }: ReportRun) => status === 'sending' && failure === null

const buildColumns = (
  onDownload: (run: ReportRun) => void,
  savingId: string | undefined,
): readonly TableColumn<ReportRun>[] => [
  { label: 'Report', phone: 'title', room: 12, cell: describeReport, fullText: describeReport },
  { label: 'Days', phone: 'note', room: 15, cell: describePeriod },
  {
    label: 'Status',
    phone: 'value',
    cell: (run) => (
      <span className="inline-flex items-center gap-2">
        <RunBadge status={run.status} />
        {run.delivered < run.recipients && run.status !== 'failed' && (
          <span className="text-sm text-muted">
            {run.delivered} of {run.recipients}
          </span>
        )}
      </span>
    ),
  },
  {
    label: 'Problem',
    drops: 2,
    quiet: true,
    cell: ({ failure }) => failure ?? '\u2013',
    fullText: ({ failure }) => failure,
  },
  {
    label: 'When',
    drops: 1,
    quiet: true,
    cell: ({ createdAt }) => <span className="figures">{formatDateTime(createdAt)}</span>,
  },
  {
    label: 'File',
    phone: 'tools',
    align: 'right',
    room: 8,
    cell: (run) => (
      <AllowedButton
        needs={downloadJournal}
        tone="secondary"
        busy={savingId === run.id}
        icon={<Download strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => onDownload(run)}
        aria-label={`Download ${reportFormats[run.format]}: ${describeReport(run)}, ${describePeriod(run)}`}
      >
        {reportFormats[run.format]}
      </AllowedButton>
    ),
  },
]
