import type { Endpoint } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { type FormEvent, useState } from 'react'
import { callWithFallback, useCall } from '../client/api.ts'
import { useSession } from '../client/session.ts'
import { ErrorStrip } from '../ui/error-strip.tsx'
import { Modal } from '../ui/modal.tsx'
import { RadioTiles } from '../ui/radio-tiles.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import type { TableColumn } from '../ui/table-column.ts'
import { toast } from '../ui/toast.ts'

/** A million rows take a while to download. */
const timeoutMs = 300_000

export type ExportSpec = {
  /** Singular and plural name of the rows: ["transaction", "transactions"]. */
  rows: readonly [one: string, many: string]
  endpoint: Endpoint
  /** Endpoint that returns the number of rows: the list itself, or its totals. */
  counts: Endpoint
  /** Filter of the list: the file contains every matching row, not only the current page. */
  input: object
  /** Columns on screen, so that the file can have the same columns. */
  columns: readonly Pick<TableColumn<never>, 'csv'>[]
  success?: string
}

/** Export dialog: shows the number of rows before the file is created. */
export function ExportDialog({ onClose, ...exportOptions }: ExportSpec & { onClose: () => void }) {
  const [which, setWhich] = useState('screen')
  const { count, isMore, error, retry } = useCount(exportOptions)
  const { save, isSaving, failure } = useSaving(exportOptions, onClose)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const screenColumns = exportOptions.columns.flatMap(({ csv = [] }) => csv)
    void save(which === 'screen' ? screenColumns.join(',') : undefined)
  }
  const [one, many] = exportOptions.rows
  return (
    <Modal
      open
      title={`Export ${many}`}
      onClose={onClose}
      onSubmit={onSubmit}
      action="Download CSV"
      busy={isSaving}
      disabled={count === 0}
    >
      {failure && <ErrorStrip message={failure} />}
      {error ? (
        <ErrorStrip message={error} onRetry={retry} />
      ) : (
        <p role="status" aria-live="polite">
          {count === undefined ? (
            <Skeleton className="h-5 w-56" />
          ) : count === 0 ? (
            `No ${one} matches, so there is nothing to save.`
          ) : (
            <>
              <strong className="figures font-semibold">
                {isMore && 'More than '}
                {count.toLocaleString('en-US')} {count === 1 ? one : many}
              </strong>
              : everything that matches the filters, not only this page.
              {count > limits.exportRows && ` The newest ${limits.exportRows.toLocaleString('en-US')} are saved.`}
            </>
          )}
        </p>
      )}
      <RadioTiles
        label="Columns"
        value={which}
        onChange={(event) => setWhich(event.target.value)}
        tiles={[
          { value: 'screen', label: 'As on the screen' },
          { value: 'all', label: 'All there are' },
        ]}
      />
      <p className="text-sm text-muted">Times are those of Lagos (WAT, UTC+1). Amounts are in naira.</p>
    </Modal>
  )
}

type Counted = { count?: number; totalElements?: number; totalIsCapped?: boolean }

function useCount({ counts, input }: Pick<ExportSpec, 'counts' | 'input'>) {
  const { data, error, refetch } = useCall(counts, input as never)
  const { count, totalElements, totalIsCapped = false } = (data ?? {}) as Counted
  return { count: count ?? totalElements, isMore: totalIsCapped, error: error?.message, retry: () => void refetch() }
}

function useSaving({ endpoint, input, success = messages.csvDownloaded }: ExportSpec, onDone: () => void) {
  const { mode, merchantId } = useSession()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const save = async (columns: string | undefined) => {
    setSaving(true)
    setFailure(undefined)
    try {
      const exportOptions = columns ? { ...input, columns } : input
      const text = await callWithFallback(endpoint, exportOptions as never, { mode, merchantId, timeoutMs })
      saveFile(endpoint.downloads!, text as string)
      toast.success(success)
      onDone()
    } catch (error) {
      setFailure((error as Error).message)
      setSaving(false)
    }
  }
  return { save, isSaving, failure }
}
