import type { Passkey } from '@adire/contract/passkeys-schemas.ts'
import { KeyRound } from 'lucide-react'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { formatDate, formatDateTime } from './date.ts'
import { MenuButton } from './menu.tsx'
import { RowMenu } from './row-menu.tsx'

/** A dialog about a passkey that is open. */
export type OpenedPasskey = { what: 'rename' | 'remove'; passkey: Passkey }

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  isStarting: boolean
  onAdd: () => void
  onOpen: (opened: OpenedPasskey) => void
}

/** Passkeys of a person, and the button to add one. */
export const PasskeyList = ({ passkeys, isStarting, onAdd, onOpen }: PasskeyListProps) => (
  <>
    {passkeys.length === 0 ? (
      <p className="px-5 pt-5 text-muted">You have no passkeys.</p>
    ) : (
      <ul aria-label="Passkeys" className="divide-y divide-line border-b border-line">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onOpen={onOpen} />
        ))}
      </ul>
    )}
    <div className="px-5 py-4">
      <Button tone="secondary" busy={isStarting} onClick={onAdd}>
        Add a passkey
      </Button>
    </div>
  </>
)

function PasskeyRow({ passkey, onOpen }: { passkey: Passkey } & Pick<PasskeyListProps, 'onOpen'>) {
  const { name, synced, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex items-center gap-4 px-5 py-4">
      <KeyRound className="size-5 shrink-0 text-muted max-sm:hidden" strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {synced && <Badge tone="neutral">Synced</Badge>}
        </p>
        <p className="figures mt-0.5 text-sm text-muted">
          Added {formatDate(createdAt)}, {lastUsedAt ? `last used ${formatDateTime(lastUsedAt)}` : 'never used'}
        </p>
      </div>
      <RowMenu of={name}>
        <MenuButton onClick={() => onOpen({ what: 'rename', passkey })}>Rename</MenuButton>
        <MenuButton className="text-bad! hover:bg-bad-soft!" onClick={() => onOpen({ what: 'remove', passkey })}>
          Remove
        </MenuButton>
      </RowMenu>
    </li>
  )
}
