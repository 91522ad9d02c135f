export type Theme = 'system' | 'light' | 'dark'

export const themeEntry = 'adire.theme'

export function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(themeEntry)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system' // storage may be denied; then the system's theme applies
  }
}

/** Applies the stored theme. Call it first in an entry, before the first paint; without a choice the system's theme applies. */
export function applyTheme() {
  const theme = storedTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
