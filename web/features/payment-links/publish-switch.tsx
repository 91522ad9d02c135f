import { messages } from '@adire/contract/messages.ts'
import { getPaymentLink, listPaymentLinks, publishPaymentLink } from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { useChange } from '../../client/api.ts'
import { useDenied } from '../../client/permissions.ts'
import { useDenialTip } from '../../ui/use-denial-tip.tsx'

/** Publishes or unpublishes a link. An unpublished link's page says that it is closed. Refetches the link after each change (S4-07). */
export function PublishSwitch({ link, small }: { link: PaymentLink; small?: boolean }) {
  const publish = useChange(publishPaymentLink, {
    refresh: [getPaymentLink, listPaymentLinks],
    success: (_, { published }) => (published ? messages.published : messages.unpublished),
  })
  const denial = useDenialTip(useDenied(publishPaymentLink))
  const isOn = publish.isPending ? publish.variables.published : link.published
  const change = (published: boolean) => {
    if (!denial && !publish.isPending) publish.mutate({ id: link.id, published })
  }
  return (
    <>
      <label className={`flex items-center gap-2.5 font-medium pointer-coarse:min-h-11 ${denial ? 'opacity-55' : ''}`}>
        <span className="relative flex">
          <input
            type="checkbox"
            role="switch"
            checked={isOn}
            aria-checked={isOn}
            aria-busy={publish.isPending}
            onChange={({ target }) => change(target.checked)}
            {...denial?.props}
            className="peer h-5 w-9 appearance-none rounded-full bg-field transition-colors checked:bg-track-live"
          />
          <span className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-white shadow-e1 transition-transform peer-checked:translate-x-4" />
        </span>
        <span className={small ? 'sr-only' : ''}>Published{small && `: ${link.name}`}</span>
      </label>
      {denial?.tip}
    </>
  )
}
