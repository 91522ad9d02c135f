import { type AuditAction, auditActions } from '@adire/contract/audit.ts'
import { rangeOf, readRange } from '../../ui/range.ts'
import { useQuery } from '../../ui/use-query.ts'

export const actionChoices = Object.entries(auditActions).map(([value, label]) => ({ value, label }))

const actionOf = (text: string | null) =>
  text && Object.hasOwn(auditActions, text) ? (text as AuditAction) : undefined

type Name = 'action' | 'actor' | 'period' | 'from' | 'to'

/** The filters in the address; any change starts again at the first page. */
export function useAuditFilters() {
  const { params, change: changeQuery } = useQuery()
  const range = readRange(params)
  const action = actionOf(params.get('action'))
  const actor = params.get('actor')?.slice(0, 254) || undefined
  const change = (changes: { [Key in Name]?: string | undefined }) => changeQuery(changes)
  const { from, to } = rangeOf(range)
  return {
    range,
    action,
    actor,
    /** What the server is asked for. */
    query: { action, actor, from, to },
    isNarrowed: Boolean(action || actor || from || to),
    change,
    clear: () => change({ action: undefined, actor: undefined, period: undefined, from: undefined, to: undefined }),
  }
}
