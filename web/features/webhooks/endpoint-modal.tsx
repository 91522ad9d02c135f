import { createWebhookEndpoint, listWebhookEndpoints, updateWebhookEndpoint } from '@adire/contract/webhooks.ts'
import { type WebhookEndpoint, WebhookEndpointFields } from '@adire/contract/webhooks-schemas.ts'
import { useChange } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { EventChoice } from './event-choice.tsx'

type EndpointModalProps = {
  /** The endpoint to edit; undefined to add one. */
  endpoint?: WebhookEndpoint
  onClose: () => void
  onSecret: (secret: string) => void
}

export function EndpointModal({ endpoint, onClose, onSecret }: EndpointModalProps) {
  const { confirmed, dialog } = useConfirmation()
  const { mode } = useSession()
  const choices = { quiet: true, refresh: [listWebhookEndpoints] }
  const add = useChange(createWebhookEndpoint, choices)
  const edit = useChange(updateWebhookEndpoint, { ...choices, success: 'Endpoint saved' })
  const form = useSchemaForm(WebhookEndpointFields, {
    start: { url: endpoint?.url ?? '', description: endpoint?.description ?? '', events: endpoint?.events ?? null },
    submit: async (fields) => {
      if (endpoint) {
        if (await confirmed(() => edit.mutateAsync({ id: endpoint.id, ...fields }))) onClose()
        return
      }
      const added = await confirmed(() => add.mutateAsync(fields))
      if (!added) return
      add.reset()
      onClose()
      onSecret(added.secret)
    },
  })
  return (
    <>
      <FormModal
        form={form}
        title={endpoint ? 'Edit endpoint' : 'Add endpoint'}
        action={endpoint ? 'Save' : 'Add endpoint'}
        onClose={onClose}
      >
        <Field
          label="URL"
          hint={`An https address${mode === 'TEST' ? ', or http on your own machine' : ''}. We post each event there, and your server has seven seconds to respond.`}
          error={form.errorOf('url')}
        >
          <Input {...form.field('url')} type="url" inputMode="url" autoComplete="off" placeholder="https://" />
        </Field>
        <Field label="Description" optional error={form.errorOf('description')}>
          <Input {...form.field('description')} autoComplete="off" placeholder="Orders" />
        </Field>
        <EventChoice
          value={form.form.watch('events') ?? null}
          onChange={(events) => form.setField('events', events)}
          error={form.errorOf('events')}
        />
      </FormModal>
      {dialog}
    </>
  )
}
