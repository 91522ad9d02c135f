import type { ApiKey } from '@adire/contract/api-keys-schemas.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatDate, formatDateTime } from '../../ui/date.ts'

type KeyRowProps = { apiKey: ApiKey; onEnd: (how: 'rotate' | 'revoke') => void }

export function KeyRow({ apiKey: { kind, display, createdAt, lastUsedAt, expiresAt }, onEnd }: KeyRowProps) {
  const used = lastUsedAt ? `last used ${formatDateTime(lastUsedAt)}` : 'not used yet'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 last:pb-0">
      <div className="min-w-0 max-sm:w-full">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {kind === 'public' ? 'Public key' : 'Secret key'}
          {expiresAt && <Badge tone="warn">Works until {formatDateTime(expiresAt)}</Badge>}
        </p>
        <p className="mt-0.5 font-mono text-sm break-all text-ink-2">{display}</p>
        <p className="mt-0.5 text-sm text-muted">
          Made {formatDate(createdAt)}
          {kind === 'secret' && `, ${used}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {kind === 'public' && <CopyButton text={display} label="Copy key" />}
        {!expiresAt && (
          <Button tone="secondary" onClick={() => onEnd('rotate')} aria-label={`Rotate ${kind} key`}>
            Rotate
          </Button>
        )}
        {kind === 'secret' && (
          <Button tone="ghost" className="text-bad!" onClick={() => onEnd('revoke')} aria-label={`Revoke ${display}`}>
            Revoke
          </Button>
        )}
      </div>
    </li>
  )
}
