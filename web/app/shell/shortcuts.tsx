import { Modal } from '../../ui/modal.tsx'

const shortcuts: [keys: string[], does: string][] = [
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
  return (
    <Modal open title="Keyboard shortcuts" onClose={onClose}>
      <dl className="flex flex-col gap-3">
        {shortcuts.map(([keys, does]) => (
          <div key={does} className="flex items-center justify-between gap-4">
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-sans text-sm text-ink-2"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">On Mac, use Cmd.</p>
    </Modal>
  )
}
