import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { type ColumnKey, columnKeys, paymentColumns, usualColumns } from './payment-columns.tsx'

type ColumnChoicesProps = { chosen: readonly ColumnKey[]; onChoose: (keys: readonly ColumnKey[]) => void }

/** Columns of the list and of its export. The customer column always stays, because it links to the transaction. */
export function ColumnChoices({ chosen, onChoose }: ColumnChoicesProps) {
  const toggle = (key: ColumnKey) =>
    onChoose(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])
  return (
    <fieldset className="flex flex-col gap-1 p-2.5">
      <legend className="sr-only">Columns</legend>
      {columnKeys
        .filter((key) => key !== 'customer')
        .map((key) => (
          <Checkbox
            key={key}
            label={paymentColumns[key].label}
            checked={chosen.includes(key)}
            onChange={() => toggle(key)}
            className="py-1 pointer-coarse:py-2"
          />
        ))}
      <p className="mt-1 text-sm text-muted">Columns that don’t fit the window are hidden.</p>
      <Button tone="ghost" className="mt-1 self-start" onClick={() => onChoose(usualColumns)}>
        Reset to default
      </Button>
    </fieldset>
  )
}
