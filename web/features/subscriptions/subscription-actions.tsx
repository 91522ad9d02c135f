import { applyCoupon, removeCoupon } from '@adire/contract/coupons.ts'
import {
  chargeSubscriptionNow,
  extendTrial,
  reactivateSubscription,
  resolveSubscriptionDebt,
  updateSubscriptionAddOns,
} from '@adire/contract/subscription-actions.ts'
import {
  cancelSubscription,
  changeSubscriptionPlan,
  pauseSubscription,
  resumeSubscription,
  sendSubscriptionLink,
} from '@adire/contract/subscriptions.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import {
  CalendarPlus,
  CheckCheck,
  CirclePause,
  CirclePlay,
  CircleSlash,
  CreditCard,
  Link2,
  PackagePlus,
  Shuffle,
  TicketPercent,
  TicketX,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { ActionButton } from '../../ui/action-button.tsx'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { businessNow } from '../../ui/business-clock.ts'
import { MenuButton, MenuLine } from '../../ui/menu.tsx'
import { type OpenModal, SubscriptionModal } from './subscription-modal.tsx'

/** Whether it was cancelled for the end of a period that still lasts, and can be charged after it. */
const mayReactivate = ({ status, endReason, currentPeriod, card, mandate, chargeLimit, charges }: Subscription) =>
  status === 'non_renewing' &&
  (endReason === 'merchant' || endReason === 'payer') &&
  (card ?? mandate) !== null &&
  (chargeLimit === null || charges < chargeLimit) &&
  currentPeriod !== null &&
  Date.parse(currentPeriod.endsAt) > businessNow()

const isOpen = ({ status, isPaused }: Subscription) => status === 'active' && !isPaused

type SubscriptionActionsProps = { subscription: Subscription; isRow?: boolean }

/** Actions that the subscription's status allows, on its page or in the menu of a row. */
export function SubscriptionActions({ subscription, isRow = false }: SubscriptionActionsProps) {
  const [open, setOpen] = useState<OpenModal>()
  const { status, isTrial, attention, discount } = subscription
  if (status === 'completed' || status === 'cancelled') return null
  const hasCommon = subscription.isPaused || isOpen(subscription) || mayReactivate(subscription) || attention !== null
  const common = <CommonActions subscription={subscription} isRow={isRow} onOpen={setOpen} />
  return (
    <>
      <ActionsMenu
        rowName={isRow ? (subscription.customerName ?? subscription.customerEmail) : undefined}
        className="w-60"
        startsOpen
        beside={hasCommon && common}
      >
        {isRow && common}
        {attention && !attention.isCharging && (
          <MenuButton needs={resolveSubscriptionDebt} onClick={() => setOpen('resolve')}>
            <CheckCheck strokeWidth={1.75} aria-hidden="true" />
            Mark as paid or forgive
          </MenuButton>
        )}
        <MenuButton needs={sendSubscriptionLink} onClick={() => setOpen('link')}>
          <Link2 strokeWidth={1.75} aria-hidden="true" />
          Card-update link
        </MenuButton>
        {isOpen(subscription) && isTrial && (
          <MenuButton needs={extendTrial} onClick={() => setOpen('trial')}>
            <CalendarPlus strokeWidth={1.75} aria-hidden="true" />
            Extend trial
          </MenuButton>
        )}
        {status !== 'non_renewing' && (
          <MenuButton
            needs={discount ? removeCoupon : applyCoupon}
            onClick={() => setOpen(discount ? 'remove' : 'apply')}
          >
            {discount ? (
              <TicketX strokeWidth={1.75} aria-hidden="true" />
            ) : (
              <TicketPercent strokeWidth={1.75} aria-hidden="true" />
            )}
            {discount ? 'Remove coupon' : 'Apply coupon'}
          </MenuButton>
        )}
        {isOpen(subscription) && (
          <MenuButton needs={updateSubscriptionAddOns} onClick={() => setOpen('add-ons')}>
            <PackagePlus strokeWidth={1.75} aria-hidden="true" />
            Edit add-ons
          </MenuButton>
        )}
        {isOpen(subscription) && (
          <MenuButton needs={pauseSubscription} onClick={() => setOpen('pause')}>
            <CirclePause strokeWidth={1.75} aria-hidden="true" />
            Pause
          </MenuButton>
        )}
        <MenuLine />
        <MenuButton
          needs={cancelSubscription}
          onClick={() => setOpen('cancel')}
          className="text-bad! hover:bg-bad-soft!"
        >
          <CircleSlash strokeWidth={1.75} aria-hidden="true" />
          {status === 'non_renewing' ? 'End it now' : 'Cancel subscription'}
        </MenuButton>
      </ActionsMenu>
      <SubscriptionModal open={open} subscription={subscription} onClose={() => setOpen(undefined)} />
    </>
  )
}

type CommonActionsProps = { subscription: Subscription; isRow: boolean; onOpen: (modal: OpenModal) => void }

/** The most important actions: buttons on the page, the first entries in the menu of a row. */
function CommonActions({ subscription, isRow, onOpen }: CommonActionsProps) {
  const { attention } = subscription
  return (
    <>
      {subscription.isPaused && (
        <ActionButton
          needs={resumeSubscription}
          isRow={isRow}
          icon={<CirclePlay strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => onOpen('resume')}
        >
          Resume
        </ActionButton>
      )}
      {isOpen(subscription) && (
        <ActionButton
          needs={changeSubscriptionPlan}
          isRow={isRow}
          tone="secondary"
          icon={<Shuffle strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => onOpen('change')}
        >
          Change plan
        </ActionButton>
      )}
      {mayReactivate(subscription) && (
        <ActionButton
          needs={reactivateSubscription}
          isRow={isRow}
          tone="secondary"
          icon={<Undo2 strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => onOpen('reactivate')}
        >
          Take back cancellation
        </ActionButton>
      )}
      {attention && (
        <ActionButton
          needs={chargeSubscriptionNow}
          isRow={isRow}
          icon={<CreditCard strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => onOpen('charge')}
          disabled={attention.isCharging}
        >
          Charge now
        </ActionButton>
      )}
    </>
  )
}
