import { parseArgs } from 'node:util'

const options = {
  as: { type: 'string' },
  reason: { type: 'string' },
  numbers: { type: 'boolean' },
  'save-documents': { type: 'string' },
  'with-sandbox-documents': { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  'keep-days': { type: 'string' },
  csv: { type: 'boolean' },
  'reserve-bps': { type: 'string' },
  'reserve-days': { type: 'string' },
  'stamp-duty': { type: 'string' },
  statement: { type: 'string' },
  account: { type: 'string' },
  bps: { type: 'string' },
  'flat-kobo': { type: 'string' },
  'waive-below-kobo': { type: 'string' },
  'cap-kobo': { type: 'string' },
  bearer: { type: 'string' },
  until: { type: 'string' },
  on: { type: 'string' },
  business: { type: 'string' },
  'payment-kobo': { type: 'string' },
  'day-kobo': { type: 'string' },
  'amount-kobo': { type: 'string' },
  due: { type: 'string' },
  channel: { type: 'string' },
  role: { type: 'string' },
  bank: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export type OperatorValues = ReturnType<typeof parseOperatorArguments>['values']

export const parseOperatorArguments = () => parseArgs({ options, allowPositionals: true, strict: true })
