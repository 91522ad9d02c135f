import { methodName } from '@adire/contract/channels/method-name.ts'
import { deleteSavedCard, listSavedCards } from '@adire/contract/saved-cards.ts'
import type { SavedCard } from '@adire/contract/saved-cards-schemas.ts'
import { useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { formatDate } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { keepNumbersWhole } from '../../ui/whole-numbers.ts'

/** Page size above any realistic number of cards of one customer. */
const maxRows = 50

/** Cards that a customer let the business charge again; renders nothing when there are none. */
export function CustomerCards({ id }: { id: string }) {
  const list = useCall(listSavedCards, { customerId: id, limit: maxRows })
  const [removing, setRemoving] = useState<SavedCard>()
  const remove = useChange(deleteSavedCard, {
    refresh: [listSavedCards],
    success: 'The card is removed',
    onDone: () => setRemoving(undefined),
  })
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data || list.data.content.length === 0) return null
  return (
    <Card title="Saved cards">
      <ul className="-mt-1 -mb-3 divide-y divide-line">
        {list.data.content.map((card) => (
          <li key={card.id} className="flex items-center justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="figures">{cardName(card)}</p>
              <p className="text-sm text-muted">
                Expires {String(card.expiryMonth).padStart(2, '0')}/{card.expiryYear}, saved{' '}
                {formatDate(card.createdAt)}
              </p>
            </div>
            <AllowedButton
              needs={deleteSavedCard}
              tone="secondary"
              aria-label={`Remove ${cardName(card)}`}
              onClick={() => setRemoving(card)}
            >
              Remove
            </AllowedButton>
          </li>
        ))}
      </ul>
      <ConfirmModal
        open={removing !== undefined}
        title="Remove this card?"
        action="Remove card"
        busy={remove.isPending}
        onConfirm={() => removing && remove.mutate({ id: removing.id })}
        onCancel={() => setRemoving(undefined)}
      >
        {removing && cardName(removing)} can no longer be charged, also not for a subscription: the customer is then
        asked for another card. Payments made with it stay.
      </ConfirmModal>
    </Card>
  )
}

const cardName = ({ brand: cardBrand, last4: cardLast4 }: SavedCard) =>
  keepNumbersWhole(methodName({ channel: 'card', cardBrand, cardLast4 }))
