import type { WebhookAttempt, WebhookDelivery } from '@adire/contract/webhooks-schemas.ts'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Segmented } from '../../ui/segmented.tsx'

type Side = 'request' | 'response'

/** Attempts of a delivery, one at a time, latest first. */
export function AttemptLog({ delivery }: { delivery: WebhookDelivery }) {
  const { attemptLog, body } = delivery
  const [number, setNumber] = useState<number>()
  const [side, setSide] = useState<Side>('response')
  const attempt = attemptLog.find((one) => one.number === number) ?? attemptLog[0]
  const sent = prettyJson(body)
  if (!attempt)
    return (
      <Card title="Request">
        <p className="mb-3 text-muted">It has not been sent yet.</p>
        <Code label="Body" text={sent} />
      </Card>
    )
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-3">
          {attemptLog.length > 1 && (
            <FilterSelect
              label="Attempt"
              all={titleOf(attemptLog[0]!)}
              options={attemptLog.slice(1).map((one) => ({ value: String(one.number), label: titleOf(one) }))}
              value={attempt === attemptLog[0] ? '' : String(attempt.number)}
              onChange={(chosen) => setNumber(chosen ? Number(chosen) : undefined)}
            />
          )}
          <p className="text-sm text-ink-2">{describeOutcome(attempt)}</p>
        </div>
        <Segmented
          label="Show"
          options={[
            { value: 'response', label: 'Response' },
            { value: 'request', label: 'Request' },
          ]}
          value={side}
          onChange={setSide}
        />
      </div>
      {side === 'request' ? (
        <>
          <Headers
            label="Request headers"
            headers={[{ name: 'POST', value: attempt.url }, ...attempt.requestHeaders]}
          />
          <Code label="Request body" text={sent} copied={body} />
        </>
      ) : (
        <ResponseView attempt={attempt} />
      )}
    </Card>
  )
}

const titleOf = ({ number, startedAt }: WebhookAttempt) => `Attempt ${number}, ${formatDateTime(startedAt)}`

function describeOutcome({ status, durationMs, failure }: WebhookAttempt): string {
  if (durationMs === null) return 'In progress'
  const took = durationMs < 1000 ? `${durationMs} ms` : `${(durationMs / 1000).toFixed(1)} s`
  return status === null ? `${failure}, after ${took}` : `${status} after ${took}`
}

function ResponseView({
  attempt: { status, responseHeaders, responseBody, responseIsCut, failure },
}: {
  attempt: WebhookAttempt
}) {
  if (status === null) return <p className="text-muted">{failure ?? 'No response yet.'}</p>
  return (
    <>
      <Headers label="Response headers" headers={[{ name: 'HTTP', value: String(status) }, ...responseHeaders]} />
      {responseBody ? (
        <Code label="Response body" text={responseBody} note={responseIsCut ? 'The first 4 KB' : undefined} />
      ) : (
        <p className="text-muted">The body is empty.</p>
      )}
    </>
  )
}

function Headers({ label, headers }: { label: string; headers: readonly { name: string; value: string }[] }) {
  return (
    <dl aria-label={label} className="mb-4 divide-y divide-line text-sm">
      {headers.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: header names can repeat, and the order never changes
        <div key={index} className="flex flex-wrap gap-x-4 py-1.5">
          <dt className="w-44 shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 flex-1 basis-56 font-mono break-all">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type CodeProps = { label: string; text: string; copied?: string; note?: string | undefined }

function Code({ label, text, copied = text, note }: CodeProps) {
  return (
    <figure>
      <figcaption className="mb-2 flex items-center justify-between gap-3">
        <span className="font-medium">
          {label}
          {note && <span className="font-normal text-muted"> ({note.toLowerCase()})</span>}
        </span>
        <CopyButton text={copied} label="Copy body" tone="ghost" />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="max-h-[420px] overflow-auto rounded-md bg-sunken px-4 py-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap ring-1 ring-line"
      >
        {text}
      </pre>
    </figure>
  )
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
