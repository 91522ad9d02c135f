import { downloadPayments, downloadPaymentsXlsx } from '@adire/contract/payments.ts'
import type { ReportRun } from '@adire/contract/report-schedules-schemas.ts'
import { downloadFeesByDay, downloadFeesByDayXlsx, downloadJournal } from '@adire/contract/reports.ts'
import { downloadSettlements, downloadSettlementsXlsx } from '@adire/contract/settlements.ts'
import { useState } from 'react'
import { useSaving } from '../../domain/save-button.tsx'
import { toast } from '../../ui/toast.ts'
import { describeReport } from './report-words.ts'

const endpoints = {
  transactions: { csv: downloadPayments, xlsx: downloadPaymentsXlsx },
  settlements: { csv: downloadSettlements, xlsx: downloadSettlementsXlsx },
  fees: { csv: downloadFeesByDay, xlsx: downloadFeesByDayXlsx },
}

/** Downloads the file of a report, and the id of the report that is being written. */
export function useReportDownload() {
  const save = useSaving()
  const [savingId, setSavingId] = useState<string>()
  const download = async (run: ReportRun) => {
    const { report, template, format, from, to } = run
    const name = `${report}-${from}-${to}.${format}`
    const success = `${describeReport(run)} downloaded`
    setSavingId(run.id)
    try {
      if (report === 'journal')
        await save(downloadJournal, { from, to, template: template ?? 'general' }, name, success)
      else await save(endpoints[report][format], { from, to }, name, success)
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setSavingId(undefined)
    }
  }
  return { download: (run: ReportRun) => void download(run), savingId }
}
