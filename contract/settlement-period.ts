import { Day, input } from './fields.ts'

/** The first and the last Lagos day of a statement. */
export const StatementPeriod = input({ from: Day, to: Day })
