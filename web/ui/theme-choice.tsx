import type { Theme } from './apply-theme.ts'
import { Segmented } from './segmented.tsx'
import { chooseTheme, useTheme } from './theme.ts'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Choice of the theme, in the menu of the signed-in person. */
export function ThemeChoice() {
  return <Segmented label="Theme" options={themes} value={useTheme()} onChange={chooseTheme} />
}
