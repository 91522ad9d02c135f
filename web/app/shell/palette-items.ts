import type { Needed } from '../../ui/denial.ts'
import type { PaletteGroup, PaletteItem } from '../../ui/palette-dialog.tsx'
import { memberScreens, type Screen } from '../screens.tsx'
import { settingsTabs } from '../settings-tabs.tsx'
import { parsePaymentQuery } from './payment-query.ts'

type Searchable = { item: PaletteItem; text: string; needs: Needed }

const searchable = (name: string, to: string, needs: Needed, words = ''): Searchable => ({
  item: { id: name, name, to },
  needs,
  text: ` ${name} ${words}`.toLowerCase(),
})

/** Tabs are also found by the name of their page. */
const tabs = settingsTabs.map((tab) => ({ ...tab, words: `${tab.words ?? ''} settings` }))
const screens: Screen[] = [...memberScreens, ...tabs]
const actions = screens
  .flatMap((screen) => screen.actions ?? [])
  .map(({ label, to, needs }) => searchable(label, to, needs))
const pages = screens.flatMap(({ path, label, opensAt = path, words, needs }) =>
  label === undefined ? [] : [searchable(label, opensAt, needs, words)],
)

/**
 * Actions and pages that the user may open and that have all typed words, those with a word in the name first; all of them when the
 * query is empty.
 */
export function findPaletteItems(typed: string, can: (needed: Needed) => boolean): PaletteGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const rank = ({ name }: PaletteItem) => (words.some((word) => ` ${name.toLowerCase()}`.includes(` ${word}`)) ? 0 : 1)
  const find = (list: Searchable[]) =>
    list
      .filter(({ needs }) => can(needs))
      .filter(({ text }) => words.every((word) => text.includes(` ${word}`)))
      .map(({ item }) => item)
      .sort((one, other) => rank(one) - rank(other))
  const query = parsePaymentQuery(typed)
  return [
    { title: 'Filters', items: query ? [query] : [] },
    { title: 'Actions', items: find(actions) },
    { title: 'Pages', items: find(pages) },
  ]
}
