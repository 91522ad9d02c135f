import { useEffect, useState } from 'react'

/** Rows that the user selected in a list, and how to change them. */
export type Selection<Row> = {
  /** Selected rows with their current data. A row that a live update moved off the page stays selected. */
  rows: readonly Row[]
  has: (key: string) => boolean
  /** Selects or deselects a row; with `isRange` also all rows between it and the last one. */
  toggle: (key: string, isRange: boolean) => void
  /** Whether all rows of the page are selected. */
  hasAll: boolean
  toggleAll: () => void
  /** Keeps only these selected. */
  keep: (rows: readonly Row[]) => void
  clear: () => void
}

type SelectionOptions<Row> = {
  /** Rows of the page. */
  page: readonly Row[]
  /** Filter and page as a text: another one begins with no selection. */
  scope: string
}

type Chosen<Row> = { scope: string; rows: ReadonlyMap<string, Row>; last?: string }

const keyOf = ({ id }: { id: string }) => id

/** Selection of the rows of one page. It survives live updates, but not a change of filter or page. */
export function useSelection<Row extends { id: string }>({ page, scope }: SelectionOptions<Row>): Selection<Row> {
  const [stored, setStored] = useState<Chosen<Row>>({ scope, rows: new Map() })
  const chosen: Chosen<Row> = stored.scope === scope ? stored : { scope, rows: new Map() }
  const current = new Map(page.map((row) => [keyOf(row), row]))
  const choose = (rows: readonly Row[], last?: string) =>
    setStored({ scope, rows: new Map(rows.map((row) => [keyOf(row), row])), ...(last && { last }) })
  const has = (key: string) => chosen.rows.has(key)
  const rows = [...chosen.rows].map(([key, row]) => current.get(key) ?? row)
  const without = (removed: readonly Row[]) => rows.filter((row) => !removed.includes(row))
  const hasAll = page.length > 0 && page.every((row) => has(keyOf(row)))
  const clear = () => choose([])
  useClearByEscape(rows.length > 0, clear)
  return {
    rows,
    has,
    hasAll,
    clear,
    keep: (kept) => choose(kept),
    toggle: (key, isRange) => {
      const range = findRange(page, key, isRange ? chosen.last : undefined)
      choose(has(key) ? without(range) : [...without(range), ...range], key)
    },
    toggleAll: () => choose(hasAll ? without(page) : [...without(page), ...page]),
  }
}

/** The rows from one key to another, in the order of the page. */
function findRange<Row extends { id: string }>(page: readonly Row[], key: string, from: string | undefined): Row[] {
  const at = page.findIndex((row) => keyOf(row) === key)
  const start = from === undefined ? -1 : page.findIndex((row) => keyOf(row) === from)
  return start < 0 ? page.slice(at, at + 1) : page.slice(Math.min(start, at), Math.max(start, at) + 1)
}

/** Escape first closes what is open, and clears a field that it is pressed in. */
function useClearByEscape(isActive: boolean, clear: () => void) {
  useEffect(() => {
    if (!isActive) return
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      const isTyping = target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')
      if (key === 'Escape' && !isTyping && !document.querySelector('dialog:modal, [popover=auto]:popover-open')) clear()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
}
