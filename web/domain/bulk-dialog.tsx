import type { Endpoint, EndpointInput } from '@adire/contract/endpoint.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { callWithFallback, useRefresh } from '../client/api.ts'
import { useSession } from '../client/session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { Modal } from '../ui/modal.tsx'
import { toast } from '../ui/toast.ts'
import { type BulkFailure, type BulkResult, runBulk } from './run-bulk.ts'

const parallel = 4

export type BulkAction<Row extends { id: string }, E extends Endpoint> = {
  /** Question: "Cancel 4 invoices?" */
  title: string
  /** What will happen, and which rows are left out. */
  children: ReactNode
  /** Verb on the button. */
  action: string
  tone?: 'danger' | 'primary'
  rows: readonly Row[]
  nameOf: (row: Row) => string
  /** Repeating the call must be harmless, because a failed one is repeated. */
  endpoint: E
  inputOf: (row: Row) => EndpointInput<E>
  /** Idempotency key of a row, for an endpoint that creates something. */
  keyOf?: (row: Row) => string
  /** Endpoints to refetch at the end. */
  refresh: readonly Endpoint[]
  /** "18 receipts sent" */
  done: (count: number) => string
  /** "2 could not be sent" */
  failed: (count: number) => string
}

type BulkDialogProps<Row extends { id: string }, E extends Endpoint> = BulkAction<Row, E> & {
  onClose: () => void
  /** The action ended, and the dialog was closed if all succeeded. */
  onEnd: (failed: readonly Row[]) => void
}

/** One action on many rows: confirmation, progress, and the rows that failed with their reasons and a retry. */
export function BulkDialog<Row extends { id: string }, E extends Endpoint>(props: BulkDialogProps<Row, E>) {
  const { title, children, action, tone = 'primary', rows, onClose } = props
  const { state, start, stop } = useBulk(props)
  if (state.step === 'confirm')
    return (
      <ConfirmModal
        open
        title={title}
        action={action}
        tone={tone}
        dismiss={action.startsWith('Cancel') ? 'Go back' : undefined}
        onConfirm={() => start(rows)}
        onCancel={onClose}
      >
        {children}
      </ConfirmModal>
    )
  if (state.step === 'running')
    return (
      <Modal
        open
        title={title}
        onClose={stop}
        footer={
          <Button tone="secondary" onClick={stop} disabled={state.isStopping} data-autofocus>
            {state.isStopping ? 'Stopping…' : 'Stop'}
          </Button>
        }
      >
        <Progress ended={state.ended} total={state.total} />
      </Modal>
    )
  return <Result {...props} doneCount={state.doneCount} failures={state.failures} onRetry={start} />
}

type State<Row> =
  | { step: 'confirm' }
  | { step: 'running'; ended: number; total: number; isStopping: boolean }
  | { step: 'ended'; doneCount: number; failures: readonly BulkFailure<Row>[] }

function useBulk<Row extends { id: string }, E extends Endpoint>(props: BulkDialogProps<Row, E>) {
  const { endpoint, inputOf, keyOf, refresh, done, onEnd, onClose } = props
  const { mode, merchantId } = useSession()
  const refetch = useRefresh()
  const [state, setState] = useState<State<Row>>({ step: 'confirm' })
  const doneCount = useRef(0)
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])

  const end = async ({ done: succeeded, failed }: BulkResult<Row>) => {
    doneCount.current += succeeded.length
    await refetch(refresh)
    if (failed.length === 0) {
      toast.success(done(doneCount.current))
      onClose()
    } else setState({ step: 'ended', doneCount: doneCount.current, failures: failed })
    onEnd(failed.map(({ row }) => row))
  }
  const start = (rows: readonly Row[]) => {
    const current = new AbortController()
    stopper.current = current
    setState({ step: 'running', ended: 0, total: rows.length, isStopping: false })
    const call = (row: Row) =>
      callWithFallback(endpoint, inputOf(row), { mode, merchantId, ...(keyOf && { idempotencyKey: keyOf(row) }) })
    const onProgress = (ended: number) => setState((now) => (now.step === 'running' ? { ...now, ended } : now))
    void runBulk(rows, call, { parallel, signal: current.signal, onProgress }).then(end)
  }
  const stop = () => {
    stopper.current?.abort()
    setState((now) => (now.step === 'running' ? { ...now, isStopping: true } : now))
  }
  return { state, start, stop }
}

function Progress({ ended, total }: { ended: number; total: number }) {
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="figures">
        {ended} of {total} done
      </p>
      <progress aria-label="Progress" value={ended} max={total} className="w-full accent-brand" />
    </div>
  )
}

type ResultProps<Row extends { id: string }, E extends Endpoint> = BulkDialogProps<Row, E> & {
  doneCount: number
  failures: readonly BulkFailure<Row>[]
  onRetry: (rows: readonly Row[]) => void
}

function Result<Row extends { id: string }, E extends Endpoint>(props: ResultProps<Row, E>) {
  const { done, failed, nameOf, doneCount, failures, onRetry, onClose } = props
  const sentence = [...(doneCount > 0 ? [done(doneCount)] : []), failed(failures.length)].join(', ')
  return (
    <Modal
      open
      title={sentence}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
          <Button onClick={() => onRetry(failures.map(({ row }) => row))} data-autofocus>
            {failures.length === 1 ? 'Try it again' : `Try these ${failures.length} again`}
          </Button>
        </>
      }
    >
      <ul aria-label="Could not be done" className="divide-y divide-line">
        {failures.map(({ row, reason }) => (
          <li key={row.id} className="py-2.5">
            <p className="figures font-medium">{nameOf(row)}</p>
            <p className="text-sm text-muted">{reason}</p>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
