import { addPasskey, listPasskeys, startPasskey } from '@adire/contract/passkeys.ts'
import { type PasskeyCreationOptions, PasskeyNameGiven } from '@adire/contract/passkeys-schemas.ts'
import { getUser, listSessions } from '@adire/contract/users.ts'
import { useRef } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { loadChunk } from '../../ui/chunk.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

type AddPasskeyModalProps = {
  /** Options of the first attempt; further ones need a new challenge. */
  firstOptions: PasskeyCreationOptions
  onClose: () => void
  onAdded: (added: { recoveryCodes: readonly string[] }) => void
}

/** Names a new passkey, then lets the browser make it. */
export function AddPasskeyModal({ firstOptions, onClose, onAdded }: AddPasskeyModalProps) {
  const { userId } = useSession()
  const device = useCall(listSessions, { id: userId }).data?.content.find(({ isCurrent }) => isCurrent)?.device
  const unused = useRef<PasskeyCreationOptions | undefined>(firstOptions)
  const { confirmed, dialog } = useConfirmation()
  const start = useChange(startPasskey, { quiet: true })
  const add = useChange(addPasskey, {
    refresh: [listPasskeys, getUser],
    success: 'Passkey added',
    quiet: true,
    onDone: onAdded,
  })
  const form = useSchemaForm(PasskeyNameGiven, {
    start: { name: device ?? '' },
    submit: ({ name }) =>
      confirmed(async () => {
        const options = unused.current ?? (await start.mutateAsync({}))
        unused.current = undefined
        const { createPasskey } = await loadChunk(() => import('../../ui/webauthn.ts'))
        await add.mutateAsync({ name, credential: await createPasskey(options) })
      }),
  })
  return (
    <>
      <FormModal form={form} title="Add a passkey" action="Continue" onClose={onClose}>
        <p className="text-ink-2">
          Your browser asks where to store it: on this device, in a password manager, on your phone or on a security
          key.
        </p>
        <Field label="Name" error={form.errorOf('name')} hint="To recognise it in this list">
          <Input {...form.field('name')} maxLength={60} placeholder="Work laptop" autoComplete="off" />
        </Field>
      </FormModal>
      {dialog}
    </>
  )
}
