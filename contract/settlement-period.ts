import { Day, inputSchema } from './fields.ts'

/** Period of a statement: first and last Lagos day, both included. */
export const StatementPeriod = inputSchema({ from: Day, to: Day })
