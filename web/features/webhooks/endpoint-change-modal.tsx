import {
  deleteWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  rollWebhookSecret,
  setWebhookEndpointEnabled,
} from '@adire/contract/webhooks.ts'
import type { WebhookEndpoint } from '@adire/contract/webhooks-schemas.ts'
import { useChange } from '../../client/api.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { toast } from '../../ui/toast.ts'

type EndpointChangeModalProps = {
  what: 'rotate' | 'switch' | 'delete'
  endpoint: WebhookEndpoint
  onClose: () => void
  onSecret: (secret: string) => void
}

const words = {
  rotate: {
    title: 'Rotate the signing secret?',
    action: 'Rotate secret',
    text: 'You get a new secret. We sign with both for 24 hours, so that you can replace it on your server.',
  },
  switch: {
    title: 'Switch this endpoint off?',
    action: 'Switch off',
    text: 'It receives no more events. Events still waiting are not sent; you can send them again later.',
  },
  delete: {
    title: 'Delete this endpoint?',
    action: 'Delete',
    text: 'It receives no more events, and its secret is deleted. Past deliveries stay in the log for 30 days.',
  },
}

/** Confirmation of a change that affects the endpoint's users. */
export function EndpointChangeModal({ what, endpoint, onClose, onSecret }: EndpointChangeModalProps) {
  const { id, url } = endpoint
  const { confirmed, dialog } = useConfirmation()
  const choices = { quiet: true, refresh: [listWebhookEndpoints, listWebhookDeliveries] }
  const rotating = useChange(rollWebhookSecret, choices)
  const switching = useChange(setWebhookEndpointEnabled, { ...choices, success: 'The endpoint is off' })
  const deleting = useChange(deleteWebhookEndpoint, { ...choices, success: 'The endpoint is deleted' })
  const run = async () => {
    if (what === 'switch') await switching.mutateAsync({ id, enabled: false })
    else if (what === 'delete') await deleting.mutateAsync({ id })
    else {
      const rotated = await confirmed(() => rotating.mutateAsync({ id }))
      if (!rotated) return
      rotating.reset()
      onSecret(rotated.secret)
    }
    onClose()
  }
  const { title, action, text } = words[what]
  return (
    <>
      <ConfirmModal
        open
        title={title}
        action={action}
        tone={what === 'delete' ? 'danger' : 'primary'}
        busy={rotating.isPending || switching.isPending || deleting.isPending}
        onConfirm={() => run().catch((error: Error) => toast.error(error.message))}
        onCancel={onClose}
      >
        {text}
        <span className="mt-2 block font-mono text-sm break-all">{url}</span>
      </ConfirmModal>
      {dialog}
    </>
  )
}
