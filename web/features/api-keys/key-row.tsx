import type { ApiKey } from '@adire/contract/api-keys-schemas.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatDate, formatDateTime } from '../../ui/date.ts'

type KeyRowProps = {
  apiKey: ApiKey
  denied: string | undefined
  onEnd: (how: 'rotate' | 'revoke') => void
  onEdit: () => void
}

/** What a restricted key may do, and from where. */
const summarize = ({ permissions, networks }: ApiKey) =>
  [
    permissions?.map((permission) => permission.replaceAll('_', ' ').replace('.', ': ')).join(', '),
    networks && `only from ${networks.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ')

export function KeyRow({ apiKey, denied, onEnd, onEdit }: KeyRowProps) {
  const { kind, name, display, permissions, createdAt, lastUsedAt, expiresAt } = apiKey
  const used = lastUsedAt ? `last used ${formatDateTime(lastUsedAt)}` : 'not used yet'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 last:pb-0">
      <div className="min-w-0 max-sm:w-full">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {name ?? (kind === 'public' ? 'Public key' : 'Secret key')}
          {permissions && <Badge tone="neutral">Restricted</Badge>}
          {expiresAt && <Badge tone="warn">Works until {formatDateTime(expiresAt)}</Badge>}
        </p>
        <p className="mt-0.5 font-mono text-sm break-all text-ink-2">{display}</p>
        {permissions && <p className="mt-0.5 text-sm text-ink-2">{summarize(apiKey)}</p>}
        <p className="mt-0.5 text-sm text-muted">
          Created {formatDate(createdAt)}
          {kind === 'secret' && `, ${used}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {kind === 'public' && <CopyButton text={display} label="Copy key" />}
        {permissions && !expiresAt && (
          <AllowedButton tone="secondary" denied={denied} onClick={onEdit} aria-label={`Edit ${name}`}>
            Edit
          </AllowedButton>
        )}
        {!expiresAt && (
          <AllowedButton
            tone="secondary"
            denied={denied}
            onClick={() => onEnd('rotate')}
            aria-label={`Rotate ${name ?? `${kind} key`}`}
          >
            Rotate
          </AllowedButton>
        )}
        {kind === 'secret' && (
          <AllowedButton
            tone="ghost"
            className="text-bad!"
            denied={denied}
            onClick={() => onEnd('revoke')}
            aria-label={`Revoke ${display}`}
          >
            Revoke
          </AllowedButton>
        )}
      </div>
    </li>
  )
}
