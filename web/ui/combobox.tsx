import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useField } from './field.tsx'
import { findOptions } from './find-options.ts'
import type { SelectOption } from './select.tsx'

type ComboboxProps = {
  options: readonly SelectOption[]
  value: string | undefined
  onChange: (value: string | undefined) => void
  onBlur?: () => void
  placeholder?: string
  /** Accessible name of the list: "Banks". */
  listLabel: string
  /** Text shown when nothing matches. */
  emptyText: string
  disabled?: boolean
}

/** Field that searches a long list while the user types. The list is in the top layer, so that no modal clips it. */
export function Combobox({ options, value, onChange, onBlur, listLabel, emptyText, ...rest }: ComboboxProps) {
  const id = useId()
  const { typed, isOpen, chosen, found, marked, choose, open, onType, onKeyDown, leave } = useChoice(
    options,
    value,
    onChange,
  )
  const { input, list } = useList(isOpen)
  return (
    <div className="relative">
      <input
        {...useField()}
        {...rest}
        ref={input}
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && marked ? `${id}-${marked.value}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={typed ?? chosen?.label ?? ''}
        onChange={({ target }) => onType(target.value)}
        onClick={(event) => {
          if (!isOpen) event.currentTarget.select()
          open()
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          leave()
          onBlur?.()
        }}
        className="field truncate pr-9"
      />
      <ChevronDown
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
        strokeWidth={1.75}
        aria-hidden="true"
      />
      <div
        ref={list}
        popover="manual"
        className="fixed inset-auto m-0 overflow-y-auto overscroll-contain rounded-lg bg-raised p-1.5 text-ink shadow-e2"
      >
        <Choices {...{ id, listLabel, found, chosen, marked, choose }} />
        <p role="status" className={found.length > 0 ? 'sr-only' : 'px-2.5 py-2 text-muted'}>
          {isOpen && (found.length > 0 ? `${found.length} found` : emptyText)}
        </p>
      </div>
    </div>
  )
}

/** What is typed, the options that match it, and the keys that choose one. The list is open while `typed` is a text. */
function useChoice(
  options: readonly SelectOption[],
  value: string | undefined,
  onChange: (value: string | undefined) => void,
) {
  const chosen = options.find((option) => option.value === value)
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const isOpen = typed !== undefined
  const found = isOpen ? findOptions(options, typed === chosen?.label ? '' : typed) : []
  const marked = found[Math.min(active, found.length - 1)]
  const open = () => {
    if (isOpen) return
    setTyped(chosen?.label ?? '')
    setActive(chosen ? options.indexOf(chosen) : 0)
  }
  const choose = (option: SelectOption | undefined) => {
    setTyped(undefined)
    if (option?.value !== value) onChange(option?.value)
  }
  const onType = (text: string) => {
    setTyped(text)
    setActive(0)
  }
  const leave = () => {
    if (isOpen) choose(typed.trim() === '' ? undefined : (exactly(options, typed) ?? chosen))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (isOpen) setActive((found.length + Math.min(active, found.length - 1) + step) % Math.max(1, found.length))
      else open()
    } else if (isOpen && (event.key === 'Enter' || event.key === 'Escape')) {
      // Neither key may submit the form or close the modal around the list.
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') setTyped(undefined)
      else if (marked) choose(marked)
    }
  }
  return { typed, isOpen, chosen, found, marked, choose, open, onType, onKeyDown, leave }
}

type ChoicesProps = {
  id: string
  listLabel: string
  found: readonly SelectOption[]
  chosen: SelectOption | undefined
  marked: SelectOption | undefined
  choose: (option: SelectOption) => void
}

/** Options list. Focus stays in the input, which points to the active option by `aria-activedescendant`. */
function Choices({ id, listLabel, found, chosen, marked, choose }: ChoicesProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label={listLabel}>
      {found.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keyboard
        <div
          key={option.value}
          id={`${id}-${option.value}`}
          role="option"
          tabIndex={-1}
          aria-selected={option === chosen}
          data-active={option === marked || undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
          className="flex min-h-9 cursor-pointer items-center rounded-sm px-2.5 py-1.5 text-ink-2 hover:bg-sunken aria-selected:font-medium aria-selected:text-ink data-active:bg-neutral-soft data-active:text-ink pointer-coarse:min-h-11"
        >
          {option.label}
        </div>
      ))}
    </div>
  )
}

const exactly = (options: readonly SelectOption[], typed: string) =>
  options.find(({ label }) => label.toLowerCase() === typed.trim().toLowerCase())

const gap = 4
const margin = 8
const maxHeight = 300

/** Positions the list below its input, or above if there is more room, and scrolls the active option into view. */
function useList(isOpen: boolean) {
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const positionList = useEffectEvent(() => {
    if (!input.current || !list.current) return
    const { top, bottom, left, width } = input.current.getBoundingClientRect()
    const height = visualViewport?.height ?? innerHeight
    const isBelow = height - bottom >= Math.min(maxHeight, top)
    const { style } = list.current
    style.width = `${width}px`
    style.left = `${left}px`
    style.maxHeight = `${Math.max(96, Math.min(maxHeight, (isBelow ? height - bottom : top) - gap - margin))}px`
    style.top = isBelow ? `${bottom + gap}px` : ''
    style.bottom = isBelow ? '' : `${innerHeight - top + gap}px`
  })
  useEffect(() => {
    const element = list.current
    if (!isOpen || !element) return
    element.showPopover()
    positionList()
    addEventListener('scroll', positionList, true)
    addEventListener('resize', positionList)
    return () => {
      removeEventListener('scroll', positionList, true)
      removeEventListener('resize', positionList)
      element.hidePopover()
    }
  }, [isOpen])
  useEffect(() => {
    if (isOpen) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  })
  return { input, list }
}
