import { listPasskeys, removePasskey, startPasskey } from '@adire/contract/passkeys.ts'
import type { Passkey, PasskeyCreationOptions } from '@adire/contract/passkeys-schemas.ts'
import { getUser } from '@adire/contract/users.ts'
import type { User } from '@adire/contract/users-schemas.ts'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { formatDate, formatDateTime } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { RecoveryCodesModal } from '../../ui/recovery-codes.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { AddPasskeyModal } from './add-passkey-modal.tsx'
import { RenamePasskeyModal } from './rename-passkey-modal.tsx'

type Opened = { what: 'rename' | 'remove'; passkey: Passkey }

/** The user's passkeys, with the dialogs to add, rename and remove one. */
export function Passkeys({ user }: { user: User }) {
  const list = useCall(listPasskeys, { id: user.id })
  const [options, setOptions] = useState<PasskeyCreationOptions>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [opened, setOpened] = useState<Opened>()
  const { confirmed, dialog } = useConfirmation()
  const start = useChange(startPasskey, { quiet: true })
  const add = () => confirmed(() => start.mutateAsync({})).then(setOptions, toastError)
  if (list.error && !list.data)
    return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} className="self-start" />
  if (!list.data) return <DetailSkeleton rows={2} />
  const passkeys = list.data.content
  return (
    <div className="card self-start">
      {passkeys.length === 0 ? (
        <p className="px-5 pt-5 text-muted">You have no passkeys.</p>
      ) : (
        <ul aria-label="Passkeys" className="divide-y divide-line border-b border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onOpen={setOpened} />
          ))}
        </ul>
      )}
      <div className="px-5 py-4">
        <Button tone="secondary" busy={start.isPending} onClick={add}>
          Add a passkey
        </Button>
      </div>
      {options && (
        <AddPasskeyModal
          firstOptions={options}
          onClose={() => setOptions(undefined)}
          onAdded={({ recoveryCodes }) => {
            setOptions(undefined)
            if (recoveryCodes.length > 0) setCodes(recoveryCodes)
          }}
        />
      )}
      {codes && <RecoveryCodesModal title="Your recovery codes" codes={codes} onClose={() => setCodes(undefined)} />}
      {opened?.what === 'rename' && (
        <RenamePasskeyModal passkey={opened.passkey} onClose={() => setOpened(undefined)} />
      )}
      {opened?.what === 'remove' && (
        <RemoveDialog user={user} passkey={opened.passkey} confirmed={confirmed} onClose={() => setOpened(undefined)} />
      )}
      {dialog}
    </div>
  )
}

const toastError = (error: Error) => toast.error(error.message)

function PasskeyRow({ passkey, onOpen }: { passkey: Passkey; onOpen: (opened: Opened) => void }) {
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

type RemoveDialogProps = {
  user: User
  passkey: Passkey
  confirmed: ReturnType<typeof useConfirmation>['confirmed']
  onClose: () => void
}

function RemoveDialog({ user, passkey, confirmed, onClose }: RemoveDialogProps) {
  const remove = useChange(removePasskey, {
    refresh: [listPasskeys, getUser],
    success: 'Passkey removed',
    quiet: true,
  })
  const confirm = () => {
    onClose()
    confirmed(() => remove.mutateAsync({ id: user.id, passkeyId: passkey.id })).catch(toastError)
  }
  const isLast = user.passkeys === 1 && !user.twoFactor
  return (
    <ConfirmModal open title={`Remove “${passkey.name}”?`} action="Remove" onConfirm={confirm} onCancel={onClose}>
      {isLast
        ? 'It is your only second factor. You will sign in with your password alone, and your recovery codes stop working.'
        : 'You can no longer sign in with it.'}{' '}
      Delete it from your device or password manager as well.
    </ConfirmModal>
  )
}
