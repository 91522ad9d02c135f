import { type Endpoint, fileType } from '@adire/contract/endpoint.ts'
import { type ExportKind, exportColumns } from '@adire/contract/export-columns.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { type FormEvent, useState } from 'react'
import { callWithFallback, useCall } from '../client/api.ts'
import { useSession } from '../client/session.ts'
import { ErrorStrip } from '../ui/error-strip.tsx'
import { Modal } from '../ui/modal.tsx'
import { RadioTiles } from '../ui/radio-tiles.tsx'
import { resolveRange } from '../ui/range.ts'
import { saveFile } from '../ui/save-file.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import type { TableColumn } from '../ui/table-column.ts'
import { toast } from '../ui/toast.ts'
import { useColumns } from '../ui/use-columns.ts'
import { ExportColumnsField, type WhichColumns } from './export-columns-field.tsx'
import { exportKinds } from './export-kinds.ts'
import { findPeriodError, initialPeriod, PeriodField } from './period-field.tsx'

/** A million rows take a while to download. */
const timeoutMs = 300_000
const formats = { csv: 'CSV', xlsx: 'Excel' } as const
type Format = keyof typeof formats

export type ExportSpec = {
  kind: ExportKind
  /** Endpoint that returns the number of rows: the list itself, or its totals. */
  counts: Endpoint
  /** Filter of the list: the file contains every matching row, not only the current page. */
  input: Readonly<Record<string, unknown>> & { from?: string | undefined; to?: string | undefined }
  /** Columns on screen, so that the file can have the same columns. */
  columns: readonly Pick<TableColumn<never>, 'csv'>[]
  success?: string
  /** Ids of the rows to export, instead of those that match the filter. */
  ids?: readonly string[]
}

/** Export dialog: period, columns and format of a file, and its number of rows before it is created. */
export function ExportDialog({
  onClose,
  kind,
  counts,
  input,
  columns,
  success,
  ids,
}: ExportSpec & { onClose: () => void }) {
  const { rows } = exportKinds[kind]
  const hasPeriod = exportKinds[kind].hasPeriod && !ids
  const [which, setWhich] = useState<WhichColumns>('screen')
  const keys = Object.keys(exportColumns[kind])
  const selection = useColumns(`export.${kind}`, keys, keys)
  const [format, setFormat] = useState<Format>('csv')
  const [period, setPeriod] = useState(() => initialPeriod(input))
  const query = ids ? { ids: ids.join(',') } : hasPeriod ? { ...input, ...resolveRange(period) } : input
  const periodError = findPeriodError(period)
  const { save, isSaving, failure } = useExport({ kind, query, format, success }, onClose)
  const counted = useCount(counts, query, !ids && periodError === undefined)
  const count = ids ? { ...counted, count: ids.length } : counted
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const byChoice = { screen: columns.flatMap(({ csv = [] }) => csv), all: undefined, chosen: selection.chosen }
    void save(byChoice[which]?.join(','))
  }
  return (
    <Modal
      open
      title={`Export ${rows[1]}`}
      onClose={onClose}
      onSubmit={onSubmit}
      action={`Download ${formats[format]}`}
      busy={isSaving}
      disabled={count.count === 0 || periodError !== undefined || (which === 'chosen' && selection.chosen.length === 0)}
    >
      {failure && <ErrorStrip message={failure} />}
      <RowCount rows={rows} {...count} of={ids ? 'selected in the list.' : 'all results that match the filters.'} />
      {hasPeriod && <PeriodField period={period} onChange={setPeriod} />}
      <ExportColumnsField
        kind={kind}
        which={which}
        onWhich={setWhich}
        chosen={selection.chosen}
        onChosen={selection.choose}
      />
      <RadioTiles
        label="Format"
        columns={2}
        value={format}
        onChange={({ target }) => setFormat(target.value as Format)}
        tiles={[
          { value: 'csv', label: 'CSV', hint: 'For any program' },
          { value: 'xlsx', label: 'Excel', hint: 'XLSX, ready to sum' },
        ]}
      />
      <p className="text-sm text-muted">Times are in Lagos time (WAT, UTC+1). Amounts are in naira.</p>
    </Modal>
  )
}

type Counted = { count?: number; totalElements?: number; totalIsCapped?: boolean }

function useCount(counts: Endpoint, query: object, enabled: boolean) {
  const { data, error, refetch } = useCall(counts, query as never, { enabled, keepPrevious: true })
  const { count, totalElements, totalIsCapped = false } = (data ?? {}) as Counted
  return { count: count ?? totalElements, isMore: totalIsCapped, error: error?.message, retry: () => void refetch() }
}

type RowCountProps = ReturnType<typeof useCount> & { rows: readonly [one: string, many: string]; of: string }

function RowCount({ rows: [one, many], of, count, isMore, error, retry }: RowCountProps) {
  if (error) return <ErrorStrip message={error} onRetry={retry} />
  return (
    <p role="status" aria-live="polite">
      {count === undefined ? (
        <Skeleton className="h-5 w-56" />
      ) : count === 0 ? (
        `No ${one} matches, so there is nothing to save.`
      ) : (
        <>
          <strong className="figures font-semibold">
            {isMore && 'More than '}
            {groupDigits(count)} {count === 1 ? one : many}
          </strong>
          : {of}
          {count > limits.exportRows && ` The newest ${groupDigits(limits.exportRows)} are saved.`}
        </>
      )}
    </p>
  )
}

type Saving = { kind: ExportKind; query: object; format: Format; success: string | undefined }

function useExport({ kind, query, format, success = messages.csvDownloaded }: Saving, onDone: () => void) {
  const { mode, merchantId } = useSession()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const save = async (columns: string | undefined) => {
    setSaving(true)
    setFailure(undefined)
    try {
      const endpoint = exportKinds[kind][format]
      const input = columns ? { ...query, columns } : query
      const file = await callWithFallback(endpoint, input as never, { mode, merchantId, timeoutMs })
      saveFile(endpoint.downloads!, file as string | File, fileType(endpoint.downloads!))
      toast.success(format === 'csv' ? success : 'Excel file downloaded')
      onDone()
    } catch (error) {
      setFailure((error as Error).message)
      setSaving(false)
    }
  }
  return { save, isSaving, failure }
}
