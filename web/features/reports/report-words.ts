import {
  type ReportFrequency,
  reportFormats,
  reportFrequencies,
  reportNames,
} from '@adire/contract/report-schedules.ts'
import type { ReportRun, ReportSchedule } from '@adire/contract/report-schedules-schemas.ts'
import { journalTemplates } from '@adire/contract/reports.ts'
import { formatDay } from '../../ui/date.ts'

/** "Journal for Xero", "Transactions". */
export const describeReport = ({ report, template }: Pick<ReportSchedule, 'report' | 'template'>) =>
  template && template !== 'general' ? `${reportNames[report]} for ${journalTemplates[template]}` : reportNames[report]

/** "Transactions, every week" */
export const describeSchedule = (schedule: ReportSchedule) =>
  `${describeReport(schedule)}, ${reportFrequencies[schedule.frequency].toLowerCase()}`

/** "05 Dec 2026", or "01 Dec 2026 to 31 Dec 2026". */
export const describePeriod = ({ from, to }: Pick<ReportRun, 'from' | 'to'>) =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`

/** "Excel, to ada@example.com and 2 more" */
export function describeDelivery({ format, recipients }: ReportSchedule): string {
  const [first, ...others] = recipients
  if (!first) return `${reportFormats[format]}, to nobody: edit it and choose who gets it`
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return `${reportFormats[format]}, to ${first.email}${more}`
}

/** When a report of each frequency arrives. */
export const reportArrivals: Record<ReportFrequency, string> = {
  daily: 'The day before, at 06:00 each morning',
  weekly: 'Monday to Sunday, on Monday at 06:00',
  monthly: 'The month before, on the 1st at 06:00',
}
