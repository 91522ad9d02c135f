import { groupDigits } from '@adire/contract/group-digits.ts'
import { getLoggedRequest } from '@adire/contract/request-log.ts'
import type { LoggedRequest, LoggedRequestDetail } from '@adire/contract/request-log-schemas.ts'
import { useState } from 'react'
import { useCall } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { StatusCode } from './status-code.tsx'

/** Details of one API request. */
export function RequestModal({ request, onClose }: { request: LoggedRequest; onClose: () => void }) {
  const read = useCall(getLoggedRequest, { id: request.id })
  return (
    <Modal
      open
      title={`${request.method} ${request.path.split('/').slice(3).join('/')}`}
      onClose={onClose}
      footer={
        <>
          <CopyButton text={request.requestId} label="Copy request id" />
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        </>
      }
    >
      <RequestDetails request={request} read={read.data} />
      {read.error ? (
        <ErrorStrip message={read.error.message} onRetry={() => read.refetch()} />
      ) : read.data ? (
        <Bodies read={read.data} />
      ) : (
        <DetailSkeleton rows={3} />
      )}
    </Modal>
  )
}

function RequestDetails({ request, read }: { request: LoggedRequest; read: LoggedRequestDetail | undefined }) {
  const details: (DetailItem | '' | null | undefined)[] = [
    { label: 'Outcome', value: <StatusCode status={request.status} /> },
    { label: 'Address', value: <span className="font-mono text-sm">{request.path}</span> },
    read?.query && { label: 'Query', value: <span className="font-mono text-sm">{read.query}</span> },
    { label: 'When', value: `${formatDateTime(request.at)} (Lagos)` },
    { label: 'Time taken', value: `${groupDigits(request.ms)} ms` },
    { label: 'Key', value: <span className="font-mono">…{request.last4}</span> },
    read?.ip && { label: 'From', value: read.ip },
    read?.userAgent && { label: 'Program', value: read.userAgent },
    { label: 'Request id', value: <span className="font-mono text-sm">{request.requestId}</span> },
  ]
  return <DetailList details={details.filter((detail) => !!detail)} />
}

const sides = [
  { value: 'request', label: 'Request' },
  { value: 'response', label: 'Response' },
] as const

function Bodies({ read }: { read: LoggedRequestDetail }) {
  const [side, setSide] = useState<'request' | 'response'>(read.request === null ? 'response' : 'request')
  const body = read[side]
  return (
    <section className="flex flex-col gap-3" aria-label="Bodies">
      <div className="flex items-center justify-between gap-3">
        <Segmented label="Which body" options={sides} value={side} onChange={setSide} />
        {body !== null && <CopyButton key={side} text={body} tone="ghost" />}
      </div>
      {body === null ? (
        <p className="text-muted">
          {side === 'request' ? 'The request had no body.' : 'The response had no body, or was a file.'}
        </p>
      ) : (
        <pre className="rounded-md bg-sunken px-4 py-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap ring-1 ring-line">
          {formatJson(body)}
        </pre>
      )}
    </section>
  )
}

/** Indented JSON; a truncated body is not changed. */
function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
