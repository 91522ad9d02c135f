import type { MemberContext } from '../../context.ts'
import { defineHandlers } from '../../handlers.ts'

/** A member has left or was removed, or may do other things from now on. A handler throws to prevent it. */
export const teamChanged = defineHandlers<(context: MemberContext) => Promise<void>>('teamChanged')

/** Call it after the change, with the business locked. */
export async function announceTeamChange(context: MemberContext): Promise<void> {
  for (const handle of teamChanged.get()) await handle(context)
}
