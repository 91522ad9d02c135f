import type { Context } from '../../context.ts'

/** The context of a moment in the past, for the code that is run for it: notifications and audit log have that time, too. */
export const contextAt = <C extends Context>(context: C, at: Date): C => ({ ...context, now: at, realNow: at })
