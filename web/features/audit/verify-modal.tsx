import { verifyAuditLog } from '@adire/contract/audit.ts'
import type { AuditFault } from '@adire/contract/audit-schemas.ts'
import type { CallError } from '@adire/contract/call.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { callWithFallback } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatCount } from '../../ui/counted.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Modal } from '../../ui/modal.tsx'

type Portion = EndpointOutput<typeof verifyAuditLog>

/** Verifies the whole log of the business, portion by portion, while the dialog is open. */
export function VerifyModal({ onClose }: { onClose: () => void }) {
  const { portion, error, start } = useVerification()
  return (
    <Modal
      open
      title="Verify the audit log"
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      }
    >
      <p className="text-ink-2">
        Each entry has a hash of what is stored and of the entry before it. All hashes are computed again and compared.
      </p>
      {error ? (
        <ErrorStrip message={error.message} onRetry={start} />
      ) : (
        <div role="status" className="flex flex-col gap-5">
          <Outcome portion={portion} />
        </div>
      )}
    </Modal>
  )
}

function useVerification() {
  const { mode, merchantId } = useSession()
  const [portion, setPortion] = useState<Portion>()
  const [error, setError] = useState<CallError>()
  const [run, setRun] = useState(0)
  const verify = useEffectEvent(async (signal: AbortSignal) => {
    try {
      let cursor: string | undefined
      do {
        const next: Portion = await callWithFallback(verifyAuditLog, { cursor }, { mode, merchantId, signal })
        setPortion(next)
        cursor = next.cursor ?? undefined
      } while (cursor)
    } catch (failure) {
      if (!signal.aborted) setError(failure as CallError)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for a retry
  useEffect(() => {
    const controller = new AbortController()
    void verify(controller.signal)
    return () => controller.abort()
  }, [run])
  const start = () => {
    setError(undefined)
    setRun(run + 1)
  }
  return { portion, error, start }
}

function Outcome({ portion }: { portion: Portion | undefined }) {
  if (!portion) return <p>Verifying…</p>
  const { checked, length, deleted, fault, hash, cursor } = portion
  if (cursor)
    return (
      <p className="figures">
        {groupDigits(checked)} of {formatCount(length - deleted, 'entry', 'entries')} verified…
      </p>
    )
  if (fault)
    return (
      <p className="flex items-start gap-3 rounded-md bg-bad-soft p-4 text-bad">
        <ShieldAlert className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
        <span className="wrap-anywhere">
          <span className="block font-medium">{describeFault(fault)}</span>
          {checked > 0 && `The ${formatCount(checked, 'entry', 'entries')} before it are unchanged. `}
          Tell us at once, and keep your earlier exports of the log.
        </span>
      </p>
    )
  if (length === 0) return <p>No entry is linked yet. Entries are linked within a minute.</p>
  return (
    <>
      <p className="flex items-start gap-3 rounded-md bg-ok-soft p-4 text-ok">
        <ShieldCheck className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
        <span>
          <span className="block font-medium">No entry was changed or removed</span>
          {formatCount(checked, 'entry', 'entries')} verified.
        </span>
      </p>
      {deleted > 0 && (
        <p className="text-ink-2">
          The first {formatCount(deleted, 'entry', 'entries')} were deleted: they are older than the log is kept.
        </p>
      )}
      <div className="flex flex-col items-start gap-2">
        <p className="font-medium">Hash of entry {groupDigits(length)}</p>
        <p className="font-mono text-sm break-all text-ink-2">{hash}</p>
        <CopyButton text={hash} label="Copy hash" />
        <p className="text-sm text-muted">
          Keep a copy outside the dashboard. If this entry has another hash later, the log was changed.
        </p>
      </div>
    </>
  )
}

function describeFault({ kind, position, entryId }: AuditFault): string {
  const entry = `Entry ${groupDigits(position ?? 0)}`
  if (kind === 'changed') return `${entry} was changed (id ${entryId})`
  if (kind === 'missing') return `${entry} is missing`
  return kind === 'end' ? 'The end of the log was changed' : 'Entries older than an hour have no place in the log'
}
