import { PageHeader } from '../../ui/page-header.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { FeeSummary } from './fee-summary.tsx'
import { JournalForm } from './journal-form.tsx'
import { OpenedReport } from './opened-report.tsx'
import { ScheduledReports } from './scheduled-reports.tsx'
import { SentReports } from './sent-reports.tsx'

/** Reports for the accountant: fees and VAT by month, the journal, and reports by email. `?report=` is the link of such an email. */
export function ReportsPage() {
  const { params } = useUrlState()
  const openedId = params.get('report')
  return (
    <>
      <PageHeader
        title="Reports"
        back={{ to: '/payouts', label: 'Settlements' }}
        note="Fees, VAT and a journal for your accountant, in Lagos time."
      />
      <div className="flex flex-col gap-8">
        {openedId && <OpenedReport id={openedId} />}
        <FeeSummary />
        <JournalForm />
        <ScheduledReports />
        <SentReports />
      </div>
    </>
  )
}
