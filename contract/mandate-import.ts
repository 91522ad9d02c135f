import { endpointsFor } from './endpoint.ts'
import type * as schemas from './mandate-import-schemas.ts'

/** Most mandates in one file. */
export const maxImportRows = 200
/** Most characters of a file, so that the request stays below the limit of a body. */
export const maxImportCharacters = 50_000

/** Columns of the file, in the order of the template. */
export const mandateImportColumns = [
  'customer_email',
  'customer_name',
  'bank',
  'account_number',
  'kind',
  'amount',
  'frequency',
  'start_on',
  'end_on',
  'max_total',
  'narration',
  'fee_bearer',
] as const
export type MandateImportColumn = (typeof mandateImportColumns)[number]

const { post } = endpointsFor('core', 'merchant', 'none', 'direct_debit')
export const checkMandateImport = post<typeof schemas.checkMandateImport>('direct-debit/import/check', {
  errors: ['import_unreadable'],
})
