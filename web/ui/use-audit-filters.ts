import { readRange, resolveRange } from './range.ts'
import { useUrlState } from './use-url-state.ts'

/** Filters of an audit log, stored in the URL. `names` has the actions of the log with their names. */
export function useAuditFilters<Action extends string>(names: Readonly<Record<Action, string>>) {
  const { params, change } = useUrlState()
  const range = readRange(params)
  const given = params.get('action') ?? ''
  const action = Object.hasOwn(names, given) ? (given as Action) : undefined
  const actor = params.get('actor')?.slice(0, 254) || undefined
  const { from, to } = resolveRange(range)
  return {
    range,
    action,
    actor,
    /** Input of the API call. */
    query: { action, actor, from, to },
    isNarrowed: Boolean(action || actor || from || to),
    change,
    clear: () => change({ action: undefined, actor: undefined, period: undefined, from: undefined, to: undefined }),
  }
}

export type AuditFilters<Action extends string> = ReturnType<typeof useAuditFilters<Action>>
