import type { CallError } from '@adire/contract/call.ts'

/** Errors of one row of shares. */
export type ShareErrors = { partyId?: string; value?: string }

/** Errors of the server at the fields of the editor. `general`: an error of none of them. */
export interface SplitErrors {
  name?: string
  type?: string
  bearer?: string
  shares?: string
  /** By the position of the row. */
  rows: Record<number, ShareErrors>
  general?: string
}

/** Sorts the errors of a rejected split by field: `name`, `type`, `feeBearer`, `bearerPartyId`, `shares`, `shares.0.value`. */
export function readSplitErrors(error: CallError | null): SplitErrors {
  const errors: SplitErrors = { rows: {} }
  if (!error) return errors
  for (const { field, message } of error.fields) {
    const [, position, part] = /^shares\.(\d+)\.(partyId|value)$/.exec(field) ?? []
    if (position) errors.rows[Number(position)] = { ...errors.rows[Number(position)], [part!]: message }
    else if (field === 'name' || field === 'type') errors[field] = message
    else if (field === 'feeBearer' || field === 'bearerPartyId') errors.bearer = message
    else if (field.startsWith('shares')) errors.shares = message
    else errors.general = message
  }
  return error.fields.length > 0 ? errors : { ...errors, general: error.message }
}
