import type { MandateImportRow } from '@adire/contract/mandate-import-schemas.ts'
import { RadioTiles } from '../../ui/radio-tiles.tsx'

type ImportReportProps = {
  rows: readonly MandateImportRow[]
  readyCount: number
  isDraft: boolean
  onDraft: (isDraft: boolean) => void
}

/** What a file has: mandates to import, those that exist already, and the errors by line. */
export function ImportReport({ rows, readyCount, isDraft, onDraft }: ImportReportProps) {
  const existing = rows.filter(({ exists }) => exists).length
  const wrong = rows.filter(({ errors }) => errors.length > 0)
  return (
    <>
      <p role="status" className="font-medium">
        {[
          `${readyCount} ready`,
          existing > 0 && `${existing} left out, because the customer has this mandate already`,
          wrong.length > 0 && `${wrong.length} with errors`,
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      {wrong.length > 0 && (
        <section
          className="max-h-64 overflow-y-auto rounded-md border border-line"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label="Errors"
        >
          <ul className="divide-y divide-line">
            {wrong.map(({ line, customer, errors }) => (
              <li key={line} className="px-4 py-2.5">
                <p className="font-medium wrap-anywhere">
                  Line {line}
                  {customer && `, ${customer}`}
                </p>
                {errors.map(({ column, message }) => (
                  <p key={column} className="text-sm text-bad">
                    <span className="font-medium">{column}</span>: {message}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </section>
      )}
      {readyCount > 0 && (
        <RadioTiles
          label="Then"
          value={isDraft ? 'draft' : 'send'}
          onChange={({ target }) => onDraft(target.value === 'draft')}
          tiles={[
            { value: 'draft', label: 'Save as drafts', hint: 'You send each to its customer later.' },
            { value: 'send', label: 'Send to the customers', hint: 'Each gets an email that asks for their consent.' },
          ]}
        />
      )}
    </>
  )
}
