import { createMandate, listMandates } from '@adire/contract/direct-debit.ts'
import {
  checkMandateImport,
  mandateImportColumns,
  maxImportCharacters,
  maxImportRows,
} from '@adire/contract/mandate-import.ts'
import type { MandateImportRow } from '@adire/contract/mandate-import-schemas.ts'
import { useRef, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { BulkDialog } from '../../domain/bulk-dialog.tsx'
import { businessNow } from '../../ui/business-clock.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/counted.ts'
import { addDays, dayKey } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Modal } from '../../ui/modal.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { ImportReport } from './import-report.tsx'

type ReadyRow = MandateImportRow & { mandate: NonNullable<MandateImportRow['mandate']>; id: string }

const countMandates = (count: number) => formatCount(count, 'mandate', 'mandates')

/** Import of mandates from a CSV file: a report of its rows first, then one mandate after the other. */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const [isDraft, setDraft] = useState(true)
  const [isImporting, setImporting] = useState(false)
  const check = useChange(checkMandateImport, { quiet: true })
  const rows = check.data?.rows ?? []
  const ready = rows.flatMap((row): ReadyRow[] =>
    row.mandate && !row.exists ? [{ ...row, mandate: row.mandate, id: row.key }] : [],
  )
  if (isImporting)
    return (
      <BulkDialog
        title={`Import ${countMandates(ready.length)}?`}
        action="Import"
        rows={ready}
        nameOf={({ line, customer }) => `Line ${line}, ${customer}`}
        endpoint={createMandate}
        inputOf={({ mandate }) => ({ ...mandate, draft: isDraft })}
        keyOf={({ key }) => `${key}-${isDraft ? 'draft' : 'sent'}`}
        refresh={[listMandates]}
        done={(count) => `${countMandates(count)} imported`}
        failed={(count) => `${count} could not be imported`}
        onClose={onClose}
        onEnd={() => {}}
      >
        The bank is asked for the name of each account.{' '}
        {isDraft
          ? 'The mandates are saved as drafts. Nobody is emailed.'
          : 'Each customer gets an email that asks for their consent.'}
      </BulkDialog>
    )
  return (
    <Modal
      open
      title="Import mandates"
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={ready.length === 0} onClick={() => setImporting(true)}>
            {ready.length === 0 ? 'Import' : `Import ${countMandates(ready.length)}`}
          </Button>
        </>
      }
    >
      {check.error && <ErrorStrip message={check.error.message} />}
      <FileChoice isBusy={check.isPending} onText={(csv) => check.mutate({ csv })} />
      {check.data && <ImportReport rows={rows} readyCount={ready.length} isDraft={isDraft} onDraft={setDraft} />}
    </Modal>
  )
}

type FileChoiceProps = { isBusy: boolean; onText: (csv: string) => void }

function FileChoice({ isBusy, onText }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState<string>()
  const [error, setError] = useState<string>()
  const choose = async (file: File | undefined) => {
    if (!file) return
    setName(file.name)
    const text = await file.text()
    const isLarge = text.length > maxImportCharacters
    setError(isLarge ? `The file is too large. Import at most ${maxImportRows} mandates at once.` : undefined)
    if (!isLarge) onText(text)
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">
        A CSV file with one mandate on each line, at most {maxImportRows}. Amounts are in naira, the bank is a name or a
        code.{' '}
        <button type="button" className="font-medium text-link hover:underline" onClick={saveTemplate}>
          Download the template
        </button>
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file of mandates"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          void choose(target.files?.[0])
          // The same file can be chosen again after it was corrected.
          target.value = ''
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button tone="secondary" busy={isBusy} onClick={() => input.current?.click()} data-autofocus>
          {name ? 'Choose another file' : 'Choose file'}
        </Button>
        {name && <span className="min-w-0 text-muted wrap-anywhere">{name}</span>}
      </div>
      {error && (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

/** Template with an example of each kind. */
function saveTemplate() {
  const start = addDays(dayKey(businessNow()), 7)
  const examples = [
    [
      'ada@example.com',
      'Ada Obi',
      'Access Bank',
      '0000000017',
      'fixed',
      '12500.00',
      'monthly',
      start,
      '',
      '',
      'Gym membership',
      'merchant',
    ],
    [
      'bola@example.com',
      'Bola Ade',
      '058',
      '0000000025',
      'variable',
      '50000.00',
      '',
      start,
      '',
      '600000.00',
      'Fabric on account',
      '',
    ],
  ]
  const lines = [mandateImportColumns, ...examples].map((cells) => cells.join(','))
  saveFile('mandates-template.csv', `${lines.join('\n')}\n`)
}
