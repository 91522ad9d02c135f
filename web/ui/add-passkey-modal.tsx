import {
  type PasskeyCreationOptions,
  PasskeyNameGiven,
  type PasskeyRegistration,
} from '@adire/contract/passkeys-schemas.ts'
import { useRef } from 'react'
import { loadChunk } from './chunk.ts'
import { Field } from './field.tsx'
import { FormModal } from './form-modal.tsx'
import { Input } from './input.tsx'
import { useSchemaForm } from './schema-form.ts'

interface AddPasskeyModalProps {
  /** Options of the first attempt; further ones need a new challenge. */
  firstOptions: PasskeyCreationOptions
  /** Name of this browser, which the form suggests. */
  device: string | undefined
  start: () => Promise<PasskeyCreationOptions>
  /** Stores the passkey. Rejects with a message for the person. */
  add: (given: { name: string; credential: PasskeyRegistration }) => Promise<unknown>
  /** Asks for a confirmation if a call needs one, and repeats it. */
  confirmed?: (call: () => Promise<void>) => Promise<unknown>
  onClose: () => void
}

/** Names a new passkey, then lets the browser make it. */
export function AddPasskeyModal({ firstOptions, device, start, add, confirmed, onClose }: AddPasskeyModalProps) {
  const unused = useRef<PasskeyCreationOptions | undefined>(firstOptions)
  const create = async (name: string) => {
    const options = unused.current ?? (await start())
    unused.current = undefined
    const { createPasskey } = await loadChunk(() => import('./webauthn.ts'))
    await add({ name, credential: await createPasskey(options) })
  }
  const form = useSchemaForm(PasskeyNameGiven, {
    start: { name: device ?? '' },
    submit: ({ name }) => (confirmed ? confirmed(() => create(name)) : create(name)),
  })
  return (
    <FormModal form={form} title="Add a passkey" action="Continue" onClose={onClose}>
      <p className="text-ink-2">
        Your browser asks where to store it: on this device, in a password manager, on your phone or on a security key.
      </p>
      <Field label="Name" error={form.errorOf('name')} hint="To recognise it in this list">
        <Input {...form.field('name')} maxLength={60} placeholder="Work laptop" autoComplete="off" />
      </Field>
    </FormModal>
  )
}
