import { setPriority } from 'node:os'
import type { MediaJob } from './files/media.ts'

type Handler = (data: never) => Promise<unknown>

/** Handlers by job. A module is loaded at its first job, because the picture and PDF libraries take megabytes. */
const handlers: Record<MediaJob, () => Promise<Handler>> = {
  picture: async () => (await import('./files/pictures.ts')).cleanPicture,
  crop: async () => (await import('./files/pictures.ts')).croppedPicture,
  document: async () => (await import('./files/pdf-check.ts')).faultOfPdf,
  response: async () => (await import('./features/disputes/response-pdf.ts')).renderResponsePdf,
  invoice: async () => (await import('./features/invoices/pdf.ts')).invoicePdf,
  receipt: async () => (await import('./features/payments/receipt-pdf.ts')).receiptPdf,
  settlement: async () => (await import('./features/settlements/print-settlement.ts')).printSettlementStatement,
  period: async () => (await import('./features/settlements/print-period.ts')).printPeriodStatement,
}

/** Entry point of the process of `files/media.ts`: runs one job at a time and sends back its result or its error message. */
async function runJob({ job, data }: { job: MediaJob; data: object }) {
  try {
    const handler = await handlers[job]()
    process.send!({ result: await handler(data as never) })
  } catch (error) {
    process.send!({ error: (error as Error).message })
  }
}

// Lower priority than the server: pictures may wait, payments may not.
setPriority(5)
process.on('message', runJob)
process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches all processes of a terminal; the server decides when this one stops.
process.on('SIGINT', () => {})
