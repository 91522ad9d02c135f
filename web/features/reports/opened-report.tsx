import { getReportRun, reportFormats } from '@adire/contract/report-schedules.ts'
import { downloadJournal } from '@adire/contract/reports.ts'
import { Download } from 'lucide-react'
import { useCall } from '../../client/api.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { LinesSkeleton } from '../../ui/skeleton.tsx'
import { describePeriod, describeReport } from './report-words.ts'
import { useReportDownload } from './use-report-download.ts'

/** The report of an email's link, to download. */
export function OpenedReport({ id }: { id: string }) {
  const found = useCall(getReportRun, { id })
  const { download, savingId } = useReportDownload()
  const { error } = found
  if (error?.status === 404)
    return (
      <Card title="This report is not here">
        <p className="max-w-prose text-ink-2">
          It is of another of your businesses, or older than 90 days. Download the same days below, or from their list.
        </p>
      </Card>
    )
  if (error) return <ErrorStrip message={error.message} onRetry={() => void found.refetch()} />
  if (!found.data) return <LinesSkeleton lines={3} />
  const run = found.data
  return (
    <Card title={`${describeReport(run)}: ${describePeriod(run)}`}>
      <p className="mb-4 max-w-prose text-ink-2">
        Days in Lagos. The file is written now, so it has refunds and settlements since the email.
      </p>
      <AllowedButton
        needs={downloadJournal}
        icon={<Download strokeWidth={1.75} aria-hidden="true" />}
        busy={savingId === run.id}
        onClick={() => download(run)}
      >
        Download {reportFormats[run.format]}
      </AllowedButton>
    </Card>
  )
}
