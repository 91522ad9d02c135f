import { useSyncExternalStore } from 'react'
import { applyTheme, storedTheme, type Theme, themeEntry } from './apply-theme.ts'

const listeners = new Set<() => void>()

export function chooseTheme(theme: Theme) {
  try {
    if (theme === 'system') localStorage.removeItem(themeEntry)
    else localStorage.setItem(themeEntry, theme)
  } catch {
    // Storage is denied: the choice is not saved.
  }
  applyTheme()
  for (const changed of listeners) changed()
}

function subscribeTheme(changed: () => void) {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== themeEntry) return
    applyTheme()
    changed()
  }
  listeners.add(changed)
  addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', fromOtherTab)
  }
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribeTheme, storedTheme, () => 'system')
}
