import { formatNaira } from '@adire/contract/money.ts'
import { sendSubscriptionLink } from '@adire/contract/subscriptions.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { Send } from 'lucide-react'
import { useChange } from '../../client/api.ts'
import { ShareTargets, UrlToCopy } from '../../domain/share-url.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Modal } from '../../ui/modal.tsx'

/** Link to the customer's page of the subscription, to copy, share or email. */
export function CardLinkModal({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { id, customerEmail, payerUrl, plan, attention } = subscription
  const send = useChange(sendSubscriptionLink, {
    success: `The link goes to ${customerEmail}`,
    quiet: true,
    onDone: onClose,
  })
  const title = `Your subscription to ${plan.name}`
  const invitation = attention
    ? `${formatNaira(attention.owedKobo)} for ${plan.name} could not be charged. Pay with another card here:`
    : `See your subscription to ${plan.name} or change the card here:`
  return (
    <Modal open title="Card-update link" onClose={onClose}>
      {send.error && <ErrorStrip message={send.error.message} />}
      <p className="text-ink-2">
        {attention
          ? 'The customer pays what is owed with another card on this page.'
          : 'The customer changes the card on this page.'}{' '}
        Anyone with this link can also cancel the subscription. Send it to the customer only.
      </p>
      {payerUrl !== null && (
        <>
          <UrlToCopy url={payerUrl} />
          <ShareTargets title={title} text={`${invitation} ${payerUrl}`} url={payerUrl} email={customerEmail} />
        </>
      )}
      <Button
        tone="secondary"
        wide
        icon={<Send strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => send.mutate({ id })}
        busy={send.isPending}
      >
        Email it to the customer
      </Button>
    </Modal>
  )
}
