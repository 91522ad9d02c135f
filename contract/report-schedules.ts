import { endpointsFor } from './endpoint.ts'
import type * as schemas from './report-schedules-schemas.ts'

/** Reports that can be scheduled, with their names. */
export const reportNames = {
  transactions: 'Transactions',
  settlements: 'Settlements',
  fees: 'Fees and VAT',
  journal: 'Journal',
} as const
export type ReportKind = keyof typeof reportNames

/** How often a report is sent: in the morning after each day, on Mondays, or on the first day of a month (Lagos). */
export const reportFrequencies = { daily: 'Every day', weekly: 'Every week', monthly: 'Every month' } as const
export type ReportFrequency = keyof typeof reportFrequencies

export const reportFormats = { csv: 'CSV', xlsx: 'Excel' } as const
export type ReportFormat = keyof typeof reportFormats

/** `sending`: not every recipient has the email yet. `failed`: nobody will get it any more. */
export const reportRunStatuses = ['sending', 'sent', 'failed'] as const
export type ReportRunStatus = (typeof reportRunStatuses)[number]

const { get, create, post, put, del } = endpointsFor('settlements', 'member', 'account', 'reports')

export const listReportSchedules = get<typeof schemas.listReportSchedules>('reports/schedules')
export const listReportRecipients = get<typeof schemas.listReportRecipients>('reports/recipients')
export const createReportSchedule = create<typeof schemas.createReportSchedule>('reports/schedules', {
  errors: ['report_schedule_exists', 'too_many_report_schedules'],
})
export const updateReportSchedule = put<typeof schemas.updateReportSchedule>('reports/schedules/:id', {
  errors: ['report_schedule_exists', 'report_schedule_not_found'],
})
export const pauseReportSchedule = post<typeof schemas.pauseReportSchedule>('reports/schedules/:id/pause', {
  errors: ['report_schedule_not_found'],
})
export const resumeReportSchedule = post<typeof schemas.resumeReportSchedule>('reports/schedules/:id/resume', {
  errors: ['report_schedule_not_found'],
})
export const deleteReportSchedule = del<typeof schemas.deleteReportSchedule>('reports/schedules/:id', {
  errors: ['report_schedule_not_found'],
})
export const sendReportNow = create<typeof schemas.sendReportNow>('reports/schedules/:id/runs', {
  errors: ['report_schedule_not_found', 'report_sent'],
})
export const listReportRuns = get<typeof schemas.listReportRuns>('reports/runs')
export const getReportRun = get<typeof schemas.getReportRun>('reports/runs/:id', { errors: ['report_not_found'] })
