import type { Selection } from './use-selection.ts'

const box = 'check-box size-4.5 pointer-coarse:size-5'

type RowCheckboxProps = {
  /** Name of the row: "Select pay_7h2k". */
  name: string
  id: string
  selection: Pick<Selection<unknown>, 'has' | 'toggle'>
  /** Where rows are cards, they have checkboxes only while the user selects. */
  isSelecting: boolean
}

/** Checkbox of a row. With Shift, it selects all rows from the last one to this. Its label is the area that can be pressed. */
export function RowCheckbox({ name, id, selection, isSelecting }: RowCheckboxProps) {
  return (
    <label
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      className={`relative z-1 grid shrink-0 place-items-center select-none cards:absolute cards:inset-y-0 cards:left-0 cards:w-12 rows:-ml-3 rows:h-11 rows:w-10 ${isSelecting ? '' : 'cards:hidden'}`}
    >
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={selection.has(id)}
        onClick={({ shiftKey }) => selection.toggle(id, shiftKey)}
        onChange={() => undefined}
        className={box}
      />
    </label>
  )
}

type PageCheckboxProps = {
  selection: Pick<Selection<unknown>, 'hasAll' | 'rows' | 'toggleAll'>
  /** Text beside the box. */
  text?: string
  className?: string
}

/** Checkbox over the rows, for all of them. */
export function PageCheckbox({ selection: { hasAll, rows, toggleAll }, text, className = '' }: PageCheckboxProps) {
  return (
    <label className={`flex h-11 shrink-0 items-center gap-3 pl-3.5 font-medium ${className}`}>
      <input
        type="checkbox"
        aria-label={`${text ?? 'Select all'} on this page`}
        checked={hasAll}
        ref={(input) => {
          if (input) input.indeterminate = rows.length > 0 && !hasAll
        }}
        onChange={toggleAll}
        className={box}
      />
      {text}
    </label>
  )
}
