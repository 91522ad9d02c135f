import { memberScreens, type Screen, settingsTabs } from '../screens.tsx'

/** A destination in the palette. */
export type PaletteItem = { id: string; name: string; note?: string; to: string }
export type PaletteGroup = { title: string; items: readonly PaletteItem[] }
type Searchable = { item: PaletteItem; words: string[] }

const splitWords = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

const searchable = (name: string, to: string, words = ''): Searchable => ({
  item: { id: name, name, to },
  words: splitWords(`${name} ${words}`),
})

/** Tabs are also found by the name of their page. */
const tabs = settingsTabs.map((tab) => ({ ...tab, words: `${tab.words ?? ''} settings` }))
const screens: Screen[] = [...memberScreens, ...tabs]
const actions = screens.flatMap((screen) => screen.actions ?? []).map(({ label, to }) => searchable(label, to))
const pages = screens.flatMap(({ path, label, opensAt = path, words }) =>
  label === undefined ? [] : [searchable(label, opensAt, words)],
)

/** Prefix search over the words of actions and pages; all of them when the query is empty. */
export function findPaletteItems(typed: string): PaletteGroup[] {
  const typedWords = splitWords(typed)
  const find = (list: Searchable[]) =>
    list
      .filter(({ words }) => typedWords.every((start) => words.some((word) => word.startsWith(start))))
      .map(({ item }) => item)
  return [
    { title: 'Actions', items: find(actions) },
    { title: 'Pages', items: find(pages) },
  ]
}
