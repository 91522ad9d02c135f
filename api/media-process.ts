import { setPriority } from 'node:os'
import type { MediaJob } from './files/media.ts'

type Handler = (data: never) => Promise<unknown>

/** What each job does. Its module is loaded when the first comes: pictures take megabytes, PDFs too. */
const handlers: Record<MediaJob, () => Promise<Handler>> = {
  picture: async () => (await import('./files/pictures.ts')).cleanPicture,
  logo: async () => (await import('./files/pictures.ts')).croppedPicture,
  document: async () => (await import('./files/pdf-check.ts')).faultOfPdf,
  invoice: async () => (await import('./features/invoices/pdf.ts')).invoicePdf,
  settlement: async () => (await import('./features/settlements/print-settlement.ts')).printSettlement,
  period: async () => (await import('./features/settlements/print-period.ts')).printPeriod,
}

/** The process of `files/media.ts`: one job at a time, answered with its result or with what went wrong. */
async function runJob({ job, data }: { job: MediaJob; data: object }) {
  try {
    const handler = await handlers[job]()
    process.send!({ result: await handler(data as never) })
  } catch (error) {
    process.send!({ error: (error as Error).message })
  }
}

// Whoever waits for a picture can wait a little longer; payments cannot.
setPriority(5)
process.on('message', runJob)
process.on('disconnect', () => process.exit(0))
// Ctrl-C goes to all processes of a terminal; the server says when this one ends.
process.on('SIGINT', () => {})
