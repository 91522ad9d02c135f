import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSettled } from '../../ui/use-settled.ts'
import { type Group, knownPlaces, type Place } from './palette-places.ts'
import { useFound } from './use-found.ts'

const pauseMs = 200

/** Goes anywhere by a few letters: actions, pages, and what the business has. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const dialog = useDialog(onClose)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const settled = useSettled(typed, pauseMs)
  const found = useFound(settled)
  // What was found for other words must not be what Enter opens.
  const foundNow = settled === typed ? found.groups : []
  const groups = [...knownPlaces(typed), ...foundNow].filter(({ places }) => places.length > 0)
  const places = groups.flatMap((group) => group.places)
  const at = Math.min(active, places.length - 1)
  const navigate = useNavigate()
  const go = ({ to }: Place) => {
    onClose()
    navigate(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && places.length > 0) {
      event.preventDefault()
      setActive((places.length + at + step) % places.length)
    }
    const chosen = places[at]
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      go(chosen)
    }
  }
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onPointerDown={(event) => event.target === dialog.current && onClose()}
      className="fixed inset-x-0 top-0 m-0 mx-auto max-h-[80dvh] w-full max-w-[560px] animate-rise flex-col overflow-hidden bg-raised text-ink shadow-e3 open:flex sm:top-[12vh] sm:rounded-xl"
    >
      <div className="flex items-center gap-3 border-b border-line px-5">
        <Search className="size-5 shrink-0 text-muted" strokeWidth={1.75} aria-hidden="true" />
        <input
          role="combobox"
          aria-label="Search pages, actions and what you have"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={places[at] && `${id}-${at}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="A page, a reference, an email, a name"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          className="h-14 w-full bg-transparent text-md outline-none placeholder:text-muted"
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Results" className="min-h-0 flex-1 overflow-y-auto p-2">
        <Results groups={groups} at={at} idOf={(index) => `${id}-${index}`} onGo={go} onPoint={setActive} />
      </div>
      <p role="status" className="border-t border-line bg-sunken px-5 py-2.5 text-sm text-muted">
        {stateOf(typed, { ...found, isSearching: found.isSearching || settled !== typed }, places.length)}
      </p>
    </dialog>
  )
}

function stateOf(typed: string, found: ReturnType<typeof useFound>, count: number): string {
  if (found.isSearching) return 'Searching…'
  if (found.hasFailed) return 'Not everything could be searched. Type on to try again.'
  if (count === 0) return `Nothing begins with \u201c${typed.trim()}\u201d.`
  return 'Arrow keys choose, Enter opens, Escape closes.'
}

type ResultsProps = {
  groups: readonly Group[]
  at: number
  idOf: (index: number) => string
  onGo: (place: Place) => void
  onPoint: (index: number) => void
}

function Results({ groups, at, idOf, onGo, onPoint }: ResultsProps) {
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { places }) => sum + places.length, 0))
  return groups.map(({ title, places }, group) => (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box has no element of its own
    <div key={title} role="group" aria-label={title} className="mb-2">
      <p className="px-3 pt-2 pb-1 text-xs font-medium text-muted" aria-hidden="true">
        {title}
      </p>
      {places.map((place, index) => {
        const number = starts[group]! + index
        return (
          <Result
            key={place.id}
            id={idOf(number)}
            place={place}
            isActive={number === at}
            onGo={onGo}
            onPoint={() => onPoint(number)}
          />
        )
      })}
    </div>
  ))
}

type ResultProps = { id: string; place: Place; isActive: boolean; onGo: (place: Place) => void; onPoint: () => void }

/** The keys stay with the field: it says which result is the active one. */
function Result({ id, place, isActive, onGo, onPoint }: ResultProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={() => onGo(place)}
      onPointerMove={onPoint}
      className={`flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-md px-3 py-1.5 ${isActive ? 'bg-neutral-soft' : ''}`}
    >
      <span className="truncate font-medium">{place.name}</span>
      {place.note && <span className="truncate text-sm text-muted">{place.note}</span>}
    </div>
  )
}

function useDialog(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once, while mounted
  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    element.querySelector('input')?.focus()
    const follow = () => !element.open && onClose()
    element.addEventListener('close', follow)
    return () => {
      element.removeEventListener('close', follow)
      element.close()
    }
  }, [])
  return dialog
}
