import { sendSubscriptionLink } from '@adire/contract/subscriptions.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { CirclePause, CirclePlay, CircleSlash, Mail, Shuffle } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/chunk.ts'
import { FullLoader } from '../../ui/full-loader.tsx'
import { MenuButton, MenuLine } from '../../ui/menu.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'

const CancelModal = lazyComponent(() => import('./cancel-modal.tsx').then((m) => m.CancelModal))
const ChangePlanModal = lazyComponent(() => import('./change-plan-modal.tsx').then((m) => m.ChangePlanModal))
const PauseModal = lazyComponent(() => import('./pause-modals.tsx').then((m) => m.PauseModal))
const ResumeModal = lazyComponent(() => import('./pause-modals.tsx').then((m) => m.ResumeModal))

/** Actions that the subscription's status allows. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const [open, setOpen] = useState<'cancel' | 'change' | 'pause' | 'resume'>()
  const close = () => setOpen(undefined)
  const { id, status, isPaused, customerEmail } = subscription
  const sendLink = useChange(sendSubscriptionLink, {
    success: `The link goes to ${customerEmail}`,
  })
  if (status === 'completed' || status === 'cancelled') return null
  const isOpen = status === 'active' && !isPaused
  return (
    <>
      {isPaused && (
        <Button icon={<CirclePlay strokeWidth={1.75} aria-hidden="true" />} onClick={() => setOpen('resume')}>
          Resume
        </Button>
      )}
      {isOpen && (
        <Button
          tone="secondary"
          icon={<Shuffle strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => setOpen('change')}
        >
          Change plan
        </Button>
      )}
      <MoreMenu className="w-60">
        <MenuButton onClick={() => sendLink.isPending || sendLink.mutate({ id })}>
          <Mail strokeWidth={1.75} aria-hidden="true" />
          Mail the customer’s link
        </MenuButton>
        {isOpen && (
          <MenuButton onClick={() => setOpen('pause')}>
            <CirclePause strokeWidth={1.75} aria-hidden="true" />
            Pause
          </MenuButton>
        )}
        <MenuLine />
        <MenuButton onClick={() => setOpen('cancel')} className="text-bad! hover:bg-bad-soft!">
          <CircleSlash strokeWidth={1.75} aria-hidden="true" />
          {status === 'non_renewing' ? 'End it now' : 'Cancel subscription'}
        </MenuButton>
      </MoreMenu>
      <Suspense fallback={<FullLoader />}>
        {open === 'cancel' && <CancelModal subscription={subscription} onClose={close} />}
        {open === 'change' && <ChangePlanModal subscription={subscription} onClose={close} />}
        {open === 'pause' && <PauseModal subscription={subscription} onClose={close} />}
        {open === 'resume' && <ResumeModal subscription={subscription} onClose={close} />}
      </Suspense>
    </>
  )
}
