import { reportNames } from '@adire/contract/report-schedules.ts'
import { journalTemplates } from '@adire/contract/reports.ts'
import type { Context } from '../../context.ts'
import { type EmailMessage, renderEmail } from '../../emails/mail.ts'
import { formatDay } from '../../lagos.ts'
import { toOpenUrl } from '../notifications/open-url.ts'
import { readReportSums } from './report-sums.ts'
import type { RunRecord } from './serialize.ts'

const contents: Record<RunRecord['report'], string> = {
  transactions: 'all transactions',
  settlements: 'all settlements',
  fees: 'the fees, VAT, refunds and payouts by day',
  journal: 'the double-entry journal by day',
}

const days: Record<RunRecord['report'], string> = {
  transactions: 'days in Lagos on which they started',
  settlements: 'days in Lagos on which they were due',
  fees: 'days in Lagos',
  journal: 'days in Lagos',
}

/** "05 Dec 2026", or "01 Dec 2026 to 31 Dec 2026". */
export const describePeriod = ({ fromOn, toOn }: Pick<RunRecord, 'fromOn' | 'toOn'>) =>
  fromOn === toOn ? formatDay(fromOn) : `${formatDay(fromOn)} to ${formatDay(toOn)}`

function describeFile({ template, format }: RunRecord): string {
  if (format === 'xlsx') return 'an Excel file'
  return template && template !== 'general' ? `a CSV file for ${journalTemplates[template]}` : 'a CSV file'
}

/**
 * The email of a report: what it contains, its period in Lagos days and its sums. It has no data of payers and no file: the link
 * opens the report after signing in, for members of the business only (decision 45).
 */
export async function writeReportMail(
  { tx, config, mode }: Context,
  { run, to, businessName }: { run: RunRecord; to: string; businessName: string },
): Promise<EmailMessage> {
  const { merchantId, report } = run
  const rows = await readReportSums({ tx, merchant: { id: merchantId } }, report, { from: run.fromOn, to: run.toOn })
  const period = describePeriod(run)
  const title = `${reportNames[report]}: ${period}`
  return renderEmail(config, {
    to,
    subject: `${title} (${businessName})`,
    heading: title,
    paragraphs: [
      `This report contains ${contents[report]} of ${businessName}, ${period} (${days[report]}), as ${describeFile(run)}.`,
      'Sign in and download the file under Settlements, Reports. It is not attached because reports contain data of your customers.',
    ],
    rows,
    action: { label: 'Open the report', url: toOpenUrl(config, { id: merchantId, mode }, `/reports?report=${run.id}`) },
    test: mode === 'TEST',
    closing: 'You get this email because a member of the business chose you. Change this under Settlements, Reports.',
  })
}
