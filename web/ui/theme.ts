import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'adire.theme'
const listeners = new Set<() => void>()

function stored(): Theme {
  try {
    const value = localStorage.getItem(storageKey)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system' // storage may be refused; the system's theme is right then
  }
}

/** Call it first thing in an entry, before anything is painted; without a choice the stylesheet follows the system. */
export function applyTheme() {
  const theme = stored()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function chooseTheme(theme: Theme) {
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Storage is refused: nothing to remember the choice in.
  }
  applyTheme()
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void) {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== storageKey) return
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
  return useSyncExternalStore(subscribe, stored, () => 'system')
}
