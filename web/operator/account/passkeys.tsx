import { getStaffPerson, listStaffSessions } from '@adire/contract/back-office/staff.ts'
import {
  addStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
  renameStaffPasskey,
  startStaffPasskey,
} from '@adire/contract/back-office/staff-passkeys.ts'
import type { Passkey, PasskeyCreationOptions } from '@adire/contract/passkeys-schemas.ts'
import { useState } from 'react'
import { AddPasskeyModal } from '../../ui/add-passkey-modal.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { type OpenedPasskey, PasskeyList } from '../../ui/passkey-list.tsx'
import { RemovePasskeyModal } from '../../ui/remove-passkey-modal.tsx'
import { RenamePasskeyModal } from '../../ui/rename-passkey-modal.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { useCall, useChange } from '../client/api.ts'

/** The person's passkeys, with the dialogs to add, rename and remove one. */
export function Passkeys() {
  const list = useCall(listStaffPasskeys, {})
  const [options, setOptions] = useState<PasskeyCreationOptions>()
  const [opened, setOpened] = useState<OpenedPasskey>()
  const start = useChange(startStaffPasskey, { onDone: setOptions })
  const close = () => setOpened(undefined)
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => void list.refetch()} />
  if (!list.data) return <DetailSkeleton rows={2} />
  return (
    <div className="card self-start">
      <PasskeyList
        passkeys={list.data.content}
        isStarting={start.isPending}
        onAdd={() => start.mutate({})}
        onOpen={setOpened}
      />
      {options && <AddDialog options={options} onClose={() => setOptions(undefined)} />}
      {opened?.what === 'rename' && <RenameDialog passkey={opened.passkey} onClose={close} />}
      {opened?.what === 'remove' && <RemoveDialog passkey={opened.passkey} onClose={close} />}
    </div>
  )
}

function AddDialog({ options, onClose }: { options: PasskeyCreationOptions; onClose: () => void }) {
  const device = useCall(listStaffSessions, {}).data?.content.find(({ isCurrent }) => isCurrent)?.device
  const start = useChange(startStaffPasskey, { quiet: true })
  const add = useChange(addStaffPasskey, {
    refresh: [listStaffPasskeys, getStaffPerson],
    success: 'Passkey added',
    quiet: true,
    onDone: onClose,
  })
  return (
    <AddPasskeyModal
      firstOptions={options}
      device={device}
      start={() => start.mutateAsync({})}
      add={add.mutateAsync}
      onClose={onClose}
    />
  )
}

type DialogProps = { passkey: Passkey; onClose: () => void }

function RenameDialog({ passkey: { id, name: oldName }, onClose }: DialogProps) {
  const rename = useChange(renameStaffPasskey, { refresh: [listStaffPasskeys], quiet: true, onDone: onClose })
  return <RenamePasskeyModal name={oldName} rename={(name) => rename.mutateAsync({ id, name })} onClose={onClose} />
}

function RemoveDialog({ passkey: { id, name }, onClose }: DialogProps) {
  const remove = useChange(removeStaffPasskey, {
    refresh: [listStaffPasskeys, getStaffPerson],
    success: 'Passkey removed',
  })
  const confirm = () => {
    // A confirmation may be asked for, in a dialog of its own.
    onClose()
    remove.mutate({ id })
  }
  return <RemovePasskeyModal name={name} onConfirm={confirm} onCancel={onClose} />
}
