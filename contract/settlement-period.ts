import { Day, inputSchema } from './fields.ts'

/** The first and the last Lagos day of a statement. */
export const StatementPeriod = inputSchema({ from: Day, to: Day })
