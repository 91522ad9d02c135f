import { addPasskey, listPasskeys, removePasskey, renamePasskey, startPasskey } from '@adire/contract/passkeys.ts'
import type { Passkey, PasskeyCreationOptions } from '@adire/contract/passkeys-schemas.ts'
import { getUser, listSessions } from '@adire/contract/users.ts'
import type { User } from '@adire/contract/users-schemas.ts'
import { useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { AddPasskeyModal } from '../../ui/add-passkey-modal.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { type OpenedPasskey, PasskeyList } from '../../ui/passkey-list.tsx'
import { RecoveryCodesModal } from '../../ui/recovery-codes.tsx'
import { RemovePasskeyModal } from '../../ui/remove-passkey-modal.tsx'
import { RenamePasskeyModal } from '../../ui/rename-passkey-modal.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'

/** The user's passkeys, with the dialogs to add, rename and remove one. */
export function Passkeys({ user }: { user: User }) {
  const list = useCall(listPasskeys, { id: user.id })
  const [options, setOptions] = useState<PasskeyCreationOptions>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [opened, setOpened] = useState<OpenedPasskey>()
  const { confirmed, dialog } = useConfirmation()
  const start = useChange(startPasskey, { quiet: true })
  const add = () => confirmed(() => start.mutateAsync({})).then(setOptions, toastError)
  if (list.error && !list.data)
    return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} className="self-start" />
  if (!list.data) return <DetailSkeleton rows={2} />
  const passkeys = list.data.content
  return (
    <div className="card self-start">
      <PasskeyList passkeys={passkeys} isStarting={start.isPending} onAdd={add} onOpen={setOpened} />
      {options && (
        <AddDialog
          user={user}
          options={options}
          confirmed={confirmed}
          onClose={() => setOptions(undefined)}
          onAdded={({ recoveryCodes }) => {
            setOptions(undefined)
            if (recoveryCodes.length > 0) setCodes(recoveryCodes)
          }}
        />
      )}
      {codes && <RecoveryCodesModal title="Your recovery codes" codes={codes} onClose={() => setCodes(undefined)} />}
      {opened?.what === 'rename' && (
        <RenameDialog user={user} passkey={opened.passkey} onClose={() => setOpened(undefined)} />
      )}
      {opened?.what === 'remove' && (
        <RemoveDialog user={user} passkey={opened.passkey} confirmed={confirmed} onClose={() => setOpened(undefined)} />
      )}
      {dialog}
    </div>
  )
}

const toastError = (error: Error) => toast.error(error.message)

type DialogProps = {
  user: User
  passkey: Passkey
  confirmed: ReturnType<typeof useConfirmation>['confirmed']
  onClose: () => void
}

type AddDialogProps = Omit<DialogProps, 'passkey'> & {
  options: PasskeyCreationOptions
  onAdded: (added: { recoveryCodes: readonly string[] }) => void
}

function AddDialog({ user, options, confirmed, onClose, onAdded }: AddDialogProps) {
  const device = useCall(listSessions, { id: user.id }).data?.content.find(({ isCurrent }) => isCurrent)?.device
  const start = useChange(startPasskey, { quiet: true })
  const add = useChange(addPasskey, {
    refresh: [listPasskeys, getUser],
    success: 'Passkey added',
    quiet: true,
    onDone: onAdded,
  })
  return (
    <AddPasskeyModal
      firstOptions={options}
      device={device}
      start={() => start.mutateAsync({})}
      add={add.mutateAsync}
      confirmed={confirmed}
      onClose={onClose}
    />
  )
}

function RenameDialog({ user, passkey, onClose }: Omit<DialogProps, 'confirmed'>) {
  const rename = useChange(renamePasskey, { refresh: [listPasskeys], quiet: true, onDone: onClose })
  return (
    <RenamePasskeyModal
      name={passkey.name}
      rename={(name) => rename.mutateAsync({ id: user.id, passkeyId: passkey.id, name })}
      onClose={onClose}
    />
  )
}

function RemoveDialog({ user, passkey, confirmed, onClose }: DialogProps) {
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
  return <RemovePasskeyModal name={passkey.name} isLast={isLast} onConfirm={confirm} onCancel={onClose} />
}
