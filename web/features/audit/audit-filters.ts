import { type AuditAction, auditActions } from '@adire/contract/audit.ts'
import { readRange, resolveRange } from '../../ui/range.ts'
import { useUrlState } from '../../ui/use-url-state.ts'

export const actionChoices = Object.entries(auditActions).map(([value, label]) => ({ value, label }))

const parseAction = (text: string | null) =>
  text && Object.hasOwn(auditActions, text) ? (text as AuditAction) : undefined

type Name = 'action' | 'actor' | 'period' | 'from' | 'to'

/** Filters in the URL. Any change goes back to the first page. */
export function useAuditFilters() {
  const { params, change: changeQuery } = useUrlState()
  const range = readRange(params)
  const action = parseAction(params.get('action'))
  const actor = params.get('actor')?.slice(0, 254) || undefined
  const change = (changes: { [Key in Name]?: string | undefined }) => changeQuery(changes)
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
