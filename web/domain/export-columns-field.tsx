import { type ExportColumn, type ExportKind, exportColumns } from '@adire/contract/export-columns.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { RadioTiles } from '../ui/radio-tiles.tsx'

export type WhichColumns = 'screen' | 'all' | 'chosen'

type ColumnsFieldProps = {
  kind: ExportKind
  which: WhichColumns
  onWhich: (which: WhichColumns) => void
  chosen: readonly string[]
  onChosen: (keys: readonly string[]) => void
}

/** Choice of the columns of an export: those on screen, all, or some. */
export function ExportColumnsField({ kind, which, onWhich, chosen, onChosen }: ColumnsFieldProps) {
  const columns = Object.entries<ExportColumn>(exportColumns[kind])
  return (
    <div className="flex flex-col gap-3">
      <RadioTiles
        label="Columns"
        value={which}
        onChange={({ target }) => onWhich(target.value as WhichColumns)}
        tiles={[
          { value: 'screen', label: 'Columns on screen' },
          { value: 'all', label: `All ${columns.length} columns` },
          { value: 'chosen', label: 'Choose columns' },
        ]}
      />
      {which === 'chosen' && (
        <fieldset className="rounded-md border border-line p-3">
          <legend className="sr-only">Columns of the file</legend>
          <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
            {columns.map(([key, { title }]) => (
              <Checkbox
                key={key}
                label={title}
                checked={chosen.includes(key)}
                onChange={({ target }) =>
                  onChosen(target.checked ? [...chosen, key] : chosen.filter((other) => other !== key))
                }
              />
            ))}
          </div>
          <div className="mt-3 flex gap-2">
            <Button tone="ghost" onClick={() => onChosen(columns.map(([key]) => key))}>
              Select all
            </Button>
            <Button tone="ghost" onClick={() => onChosen([])}>
              Clear
            </Button>
          </div>
        </fieldset>
      )}
    </div>
  )
}
