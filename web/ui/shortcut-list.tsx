import { Modal } from './modal.tsx'

export type Shortcut = readonly [keys: readonly string[], does: string]

/** Dialog that lists keyboard shortcuts. */
export function ShortcutList({
  shortcuts,
  note,
  onClose,
}: {
  shortcuts: readonly Shortcut[]
  note?: string
  onClose: () => void
}) {
  return (
    <Modal open title="Keyboard shortcuts" onClose={onClose}>
      <dl className="flex flex-col gap-3">
        {shortcuts.map(([keys, does]) => (
          <div key={does} className="flex items-center justify-between gap-4">
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {note && <p className="text-sm text-muted">{note}</p>}
    </Modal>
  )
}

/** A key of the keyboard. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="min-w-7 rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-sans text-sm text-ink-2">
      {children}
    </kbd>
  )
}
