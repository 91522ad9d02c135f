import { type Shortcut, ShortcutList } from '../../ui/shortcut-list.tsx'

const shortcuts: readonly Shortcut[] = [
  [['Ctrl', 'K'], 'Search everything'],
  [['/'], 'Search the list on this page'],
  [['J'], 'Next row'],
  [['K'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['Space'], 'Select the row; with Shift, a range'],
  [['Escape'], 'Clear the selection'],
  [['?'], 'These shortcuts'],
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return <ShortcutList shortcuts={shortcuts} note="On Mac, use Cmd." onClose={onClose} />
}
