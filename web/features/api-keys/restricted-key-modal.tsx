import { createRestrictedKey, listApiKeys, updateRestrictedKey } from '@adire/contract/api-keys.ts'
import { type ApiKey, RestrictedKeyForm } from '@adire/contract/api-keys-schemas.ts'
import { secretKeyPermissions } from '@adire/contract/permissions.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import { useOwnPermissions } from '../../client/permissions.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { PermissionGrid } from '../../domain/permission-grid.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Textarea } from '../../ui/textarea.tsx'

type RestrictedKeyModalProps = {
  /** The key to change; undefined to create one. */
  apiKey: ApiKey | undefined
  onCreated: (secret: string) => void
  onClose: () => void
}

const toLines = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean)

/** A secret key that may do only what is chosen, perhaps only from some addresses. */
export function RestrictedKeyModal({ apiKey, onCreated, onClose }: RestrictedKeyModalProps) {
  const own = useOwnPermissions()
  const { confirmed, dialog } = useConfirmation()
  const [typed, setTyped] = useState(apiKey?.networks?.join('\n') ?? '')
  const done = { quiet: true, refresh: [listApiKeys], onWaiting: onClose }
  const create = useChange(createRestrictedKey, { ...done, onDone: ({ key }) => onCreated(key) })
  const update = useChange(updateRestrictedKey, { ...done, success: 'The key was changed', onDone: onClose })
  const form = useSchemaForm(RestrictedKeyForm, {
    start: {
      name: apiKey?.name ?? '',
      permissions: apiKey?.permissions ?? [],
      networks: apiKey?.networks ?? null,
    },
    submit: (values) =>
      confirmed<unknown>(() =>
        apiKey ? update.mutateAsync({ id: apiKey.id, ...values }) : create.mutateAsync(values),
      ),
  })
  const { field, errorOf } = form
  const setNetworks = (text: string) => {
    setTyped(text)
    const lines = toLines(text)
    form.form.setValue('networks', lines.length > 0 ? lines : null, {
      shouldValidate: form.form.formState.isSubmitted,
    })
  }
  const networkErrors = form.form.formState.errors.networks
  const wrongNetwork = Array.isArray(networkErrors) ? networkErrors.find(Boolean)?.message : networkErrors?.message
  return (
    <>
      <FormModal
        form={form}
        title={apiKey ? 'Edit restricted key' : 'New restricted key'}
        action={apiKey ? 'Save key' : 'Create key'}
        onClose={onClose}
      >
        <Field label="Name" error={errorOf('name')} hint="The server or the program that uses it">
          <Input {...field('name')} autoComplete="off" placeholder="Website checkout" />
        </Field>
        <PermissionGrid
          offered={secretKeyPermissions}
          own={own}
          chosen={form.form.watch('permissions')}
          onChange={(permissions) => form.form.setValue('permissions', permissions as never, { shouldValidate: true })}
          error={errorOf('permissions')}
        />
        <Field
          label="IP addresses (optional)"
          error={wrongNetwork}
          hint="One on each line, such as 102.89.34.7 or 102.89.0.0/16. The key works from these only."
        >
          <Textarea value={typed} rows={3} onChange={(event) => setNetworks(event.target.value)} />
        </Field>
      </FormModal>
      {dialog}
    </>
  )
}
