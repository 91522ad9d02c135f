import { useState } from 'react'
import { useCan } from '../../client/permissions.ts'
import { PaletteDialog } from '../../ui/palette-dialog.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { findPaletteItems } from './palette-items.ts'
import { shortestSearch, useFound } from './use-found.ts'

const pauseMs = 200

/** Command palette: searches actions, pages and the business's data. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const debounced = useDebounced(typed, pauseMs)
  const can = useCan()
  const { groups, isSearching, hasFailed } = useFound(debounced)
  // Results of an earlier query are hidden, so that Enter never opens one of them.
  const foundNow = debounced === typed ? groups : []
  return (
    <PaletteDialog
      label="Search payments, customers, pages"
      typed={typed}
      onType={setTyped}
      groups={[...findPaletteItems(typed, can), ...foundNow]}
      isSearching={isSearching || debounced !== typed}
      hasFailed={hasFailed}
      shortest={shortestSearch}
      onClose={onClose}
    />
  )
}
