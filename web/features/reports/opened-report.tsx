import { listMerchants } from '@adire/contract/merchants.ts'
import { getReportRun, reportFormats } from '@adire/contract/report-schedules.ts'
import { downloadJournal } from '@adire/contract/reports.ts'
import { Download } from 'lucide-react'
import { useCall } from '../../client/api.ts'
import { chooseMerchant, useSession } from '../../client/session.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { LinesSkeleton } from '../../ui/skeleton.tsx'
import { describePeriod, describeReport } from './report-words.ts'
import { useReportDownload } from './use-report-download.ts'

/** The report of an email's link, to download. `businessId`: its business, which may be another one than the selected. */
export function OpenedReport({ id, businessId }: { id: string; businessId: string | null }) {
  const { userName, merchantId } = useSession()
  const isElsewhere = businessId !== null && businessId !== merchantId
  const list = useCall(listMerchants, { userEmail: userName }, { enabled: isElsewhere })
  const found = useCall(getReportRun, { id }, { enabled: !isElsewhere })
  const { download, savingId } = useReportDownload()
  const business = list.data?.content.find((one) => one.id === businessId)
  if (isElsewhere && business)
    return (
      <Card title={`This report is of ${business.businessName}`}>
        <p className="mb-4 text-ink-2">You are looking at another of your businesses.</p>
        <Button onClick={() => void chooseMerchant(business.id)}>Switch to {business.businessName}</Button>
      </Card>
    )
  if (isElsewhere && list.data)
    return (
      <Card title="This report is not of this business">
        <p className="text-ink-2">
          It is of a business in the other mode, or of one that you are not a member of. Switch between Test Mode and
          Live Mode, then open the link again.
        </p>
      </Card>
    )
  const error = isElsewhere ? list.error : found.error
  if (error?.status === 404)
    return (
      <Card title="This report is no longer here">
        <p className="text-ink-2">Reports are kept for 90 days. Download the same days below, or from their list.</p>
      </Card>
    )
  if (error) return <ErrorStrip message={error.message} onRetry={() => void (isElsewhere ? list : found).refetch()} />
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
