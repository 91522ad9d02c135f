import { PageHeader } from '../../ui/page-header.tsx'
import { FeeSummary } from './fee-summary.tsx'
import { JournalForm } from './journal-form.tsx'

/** Reports for the accountant: fees and VAT by month, and the journal. */
export function ReportsPage() {
  return (
    <>
      <PageHeader
        title="Reports"
        back={{ to: '/payouts', label: 'Settlements' }}
        note="Fees, VAT and a journal for your accountant. Months and days are those of Lagos."
      />
      <div className="flex flex-col gap-8">
        <FeeSummary />
        <JournalForm />
      </div>
    </>
  )
}
