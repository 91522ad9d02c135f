import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { Suspense } from 'react'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'

const AddOnsModal = lazyComponent(() => import('./add-ons-modal.tsx').then((m) => m.AddOnsModal))
const CancelModal = lazyComponent(() => import('./cancel-modal.tsx').then((m) => m.CancelModal))
const ReactivateModal = lazyComponent(() => import('./cancel-modal.tsx').then((m) => m.ReactivateModal))
const ChangePlanModal = lazyComponent(() => import('./change-plan-modal.tsx').then((m) => m.ChangePlanModal))
const ChargeModal = lazyComponent(() => import('./owed-modals.tsx').then((m) => m.ChargeModal))
const ResolveModal = lazyComponent(() => import('./owed-modals.tsx').then((m) => m.ResolveModal))
const ApplyCouponModal = lazyComponent(() => import('./coupon-modals.tsx').then((m) => m.ApplyCouponModal))
const RemoveCouponModal = lazyComponent(() => import('./coupon-modals.tsx').then((m) => m.RemoveCouponModal))
const ExtendTrialModal = lazyComponent(() => import('./extend-trial-modal.tsx').then((m) => m.ExtendTrialModal))
const CardLinkModal = lazyComponent(() => import('./card-link-modal.tsx').then((m) => m.CardLinkModal))
const PauseModal = lazyComponent(() => import('./pause-modals.tsx').then((m) => m.PauseModal))
const ResumeModal = lazyComponent(() => import('./pause-modals.tsx').then((m) => m.ResumeModal))

/** The action whose dialog is open. */
export type OpenModal =
  | 'cancel'
  | 'reactivate'
  | 'change'
  | 'pause'
  | 'resume'
  | 'charge'
  | 'resolve'
  | 'link'
  | 'trial'
  | 'apply'
  | 'remove'
  | 'add-ons'

interface SubscriptionModalProps {
  open: OpenModal | undefined
  subscription: Subscription
  onClose: () => void
}

/** The open dialog of `SubscriptionActions`, if there is one. */
export function SubscriptionModal({ open, subscription, onClose }: SubscriptionModalProps) {
  const { trialEndsAt, attention } = subscription
  return (
    <Suspense fallback={<FullLoader />}>
      {open === 'charge' && attention && (
        <ChargeModal subscription={subscription} attention={attention} onClose={onClose} />
      )}
      {open === 'resolve' && attention && (
        <ResolveModal subscription={subscription} attention={attention} onClose={onClose} />
      )}
      {open === 'trial' && trialEndsAt && (
        <ExtendTrialModal subscription={subscription} trialEndsAt={trialEndsAt} onClose={onClose} />
      )}
      {open === 'link' && <CardLinkModal subscription={subscription} onClose={onClose} />}
      {open === 'add-ons' && <AddOnsModal subscription={subscription} onClose={onClose} />}
      {open === 'cancel' && <CancelModal subscription={subscription} onClose={onClose} />}
      {open === 'reactivate' && <ReactivateModal subscription={subscription} onClose={onClose} />}
      {open === 'change' && <ChangePlanModal subscription={subscription} onClose={onClose} />}
      {open === 'pause' && <PauseModal subscription={subscription} onClose={onClose} />}
      {open === 'apply' && <ApplyCouponModal subscription={subscription} onClose={onClose} />}
      {open === 'remove' && <RemoveCouponModal subscription={subscription} onClose={onClose} />}
      {open === 'resume' && <ResumeModal subscription={subscription} onClose={onClose} />}
    </Suspense>
  )
}
