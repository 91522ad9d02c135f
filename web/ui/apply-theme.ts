export type Theme = 'system' | 'light' | 'dark'

export const themeEntry = 'adire.theme'

export function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(themeEntry)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system' // storage may be refused; the system's theme is right then
  }
}

/** Call it first thing in an entry, before anything is painted; without a choice the stylesheet follows the system. */
export function applyTheme() {
  const theme = storedTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
