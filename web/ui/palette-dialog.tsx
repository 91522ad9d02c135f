import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { IconButton } from './button.tsx'
import { useDialog } from './use-dialog.ts'

export interface PaletteItem {
  /** Unique within its group. */
  id: string
  name: string
  note?: string
  to: string
}

export interface PaletteGroup {
  title: string
  items: readonly PaletteItem[]
}

/** State of the search over the data. */
export interface PaletteSearch {
  isSearching: boolean
  hasFailed: boolean
  /** Minimum length of the typed text. */
  shortest: number
}

interface PaletteDialogProps extends PaletteSearch {
  /** Label of the search field: "Search payments, customers, pages". */
  label: string
  typed: string
  onType: (typed: string) => void
  /** Results for the typed text, in groups. */
  groups: readonly PaletteGroup[]
  onClose: () => void
}

/** Dialog with a search field and results that open pages, for the keyboard and the pointer. */
export function PaletteDialog({ label, typed, onType, groups: given, onClose, ...search }: PaletteDialogProps) {
  const id = useId()
  const { dialog, onCancel } = useDialog(onClose)
  const [active, setActive] = useState(0)
  const groups = given.filter(({ items }) => items.length > 0)
  const items = groups.flatMap((group) => group.items)
  const at = Math.min(active, items.length - 1)
  const navigate = useNavigate()
  const go = ({ to }: PaletteItem) => {
    onClose()
    navigate(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && items.length > 0) {
      event.preventDefault()
      setActive((items.length + at + step) % items.length)
    }
    const chosen = items[at]
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      go(chosen)
    }
  }
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onCancel={onCancel}
      onPointerDown={(event) => event.target === dialog.current && onClose()}
      className="fixed inset-x-0 top-0 m-0 mx-auto max-h-[80dvh] w-full max-w-[560px] animate-rise flex-col overflow-hidden bg-raised text-ink shadow-e3 open:flex sm:top-[12vh] sm:rounded-xl"
    >
      <div className="flex items-center gap-3 border-b border-line px-5">
        <Search className="size-5 shrink-0 text-muted" strokeWidth={1.75} aria-hidden="true" />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={items[at] && `${id}-${at}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={`${label}…`}
          value={typed}
          onChange={(event) => {
            onType(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          className="h-14 w-full min-w-0 bg-transparent text-md outline-none placeholder:text-muted"
        />
        <IconButton label="Close search" onClick={onClose} className="-mr-3 sm:pointer-fine:hidden">
          <X strokeWidth={1.75} />
        </IconButton>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Results" className="min-h-0 flex-1 overflow-y-auto p-2">
        <Results groups={groups} at={at} idOf={(index) => `${id}-${index}`} onGo={go} onPoint={setActive} />
      </div>
      <Footer message={describeState(typed, search, items.length)} />
    </dialog>
  )
}

function describeState(typed: string, search: PaletteSearch, count: number): string {
  if (search.isSearching) return 'Searching…'
  if (search.hasFailed) return 'Some results could not be loaded. Keep typing to try again.'
  if (count > 0) return ''
  const text = typed.trim()
  return text.length < search.shortest
    ? `Type at least ${search.shortest} characters.`
    : `No results for \u201c${text}\u201d.`
}

const hints = [
  ['\u2191\u2193', 'to select'],
  ['Enter', 'to open'],
  ['Esc', 'to close'],
]

/** Footer: the state of a running search, otherwise the keys that can be used, except on touch screens. */
const Footer = ({ message }: { message: string }) => (
  <div
    className={`border-t border-line bg-sunken px-5 py-2.5 text-sm text-muted ${message ? '' : 'pointer-coarse:hidden'}`}
  >
    <p role="status">{message}</p>
    {!message && (
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {hints.map(([key, effect]) => (
          <span key={key}>
            <kbd className="font-sans font-medium text-ink-2">{key}</kbd> {effect}
          </span>
        ))}
      </p>
    )}
  </div>
)

type ResultsProps = {
  groups: readonly PaletteGroup[]
  at: number
  idOf: (index: number) => string
  onGo: (item: PaletteItem) => void
  onPoint: (index: number) => void
}

function Results({ groups, at, idOf, onGo, onPoint }: ResultsProps) {
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { items }) => sum + items.length, 0))
  return groups.map(({ title, items }, group) => (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options in a list box
    <div key={title} role="group" aria-label={title} className="mb-2">
      <p className="px-3 pt-2 pb-1 text-xs font-medium text-muted" aria-hidden="true">
        {title}
      </p>
      {items.map((item, index) => {
        const number = starts[group]! + index
        return (
          <Result
            key={item.id}
            id={idOf(number)}
            item={item}
            isActive={number === at}
            onGo={onGo}
            onPoint={() => onPoint(number)}
          />
        )
      })}
    </div>
  ))
}

type ResultProps = {
  id: string
  item: PaletteItem
  isActive: boolean
  onGo: (item: PaletteItem) => void
  onPoint: () => void
}

/** One result. The focus stays in the search field, which refers to the active result. */
function Result({ id, item, isActive, onGo, onPoint }: ResultProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={() => onGo(item)}
      onPointerMove={onPoint}
      className={`flex min-h-11 cursor-pointer flex-col justify-center gap-x-4 rounded-md px-3 py-1.5 sm:flex-row sm:items-center sm:justify-between ${isActive ? 'bg-neutral-soft' : ''}`}
    >
      <span className="truncate font-medium">{item.name}</span>
      {item.note && <span className="truncate text-sm text-muted">{item.note}</span>}
    </div>
  )
}
