import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { deletePlan, getPlan, inviteToPlan, listPlans, setPlanActive, updatePlan } from '@adire/contract/plans.ts'
import type { PlanDetail } from '@adire/contract/plans-schemas.ts'
import { CirclePause, CirclePlay, Link2, Mail, Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { DeleteMenuButton } from '../../ui/delete-menu-button.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { MenuButton, MenuLine } from '../../ui/menu.tsx'

const EditPlanModal = lazyComponent(() => import('./edit-plan-modal.tsx').then((m) => m.EditPlanModal))
const InviteModal = lazyComponent(() => import('./invite-modal.tsx').then((m) => m.InviteModal))
const DeletePlanModal = lazyComponent(() => import('./delete-plan-modal.tsx').then((m) => m.DeletePlanModal))

/** Actions on a plan, on its page or in the menu of a row. A deleted plan has none. */
export function PlanActions({ plan, isRow = false }: { plan: PlanDetail; isRow?: boolean }) {
  const [open, setOpen] = useState<'edit' | 'stop' | 'delete' | 'invite'>()
  const close = () => setOpen(undefined)
  const setActive = useChange(setPlanActive, {
    refresh: [getPlan, listPlans],
    success: ({ name, status }) =>
      status === 'active' ? `${name} is open for sign-ups` : `${name} is closed for sign-ups`,
    onDone: close,
  })
  if (plan.status === 'deleted') return null
  const isActive = plan.status === 'active'
  const common = (
    <>
      <ActionButton
        needs={updatePlan}
        isRow={isRow}
        tone="secondary"
        icon={<Pencil strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => setOpen('edit')}
      >
        Edit
      </ActionButton>
      {isActive && (
        <ActionButton
          needs={createPaymentLink}
          isRow={isRow}
          to={`/payment-link/new?plan=${plan.id}`}
          icon={<Link2 strokeWidth={1.75} aria-hidden="true" />}
        >
          New payment link
        </ActionButton>
      )}
    </>
  )
  return (
    <>
      {!isRow && common}
      <ActionsMenu rowName={isRow ? plan.name : undefined} startsOpen>
        {isRow && common}
        {isActive && (
          <MenuButton needs={inviteToPlan} onClick={() => setOpen('invite')}>
            <Mail strokeWidth={1.75} aria-hidden="true" />
            Invite customer
          </MenuButton>
        )}
        <SignUpsButton
          isActive={isActive}
          onClick={() => (isActive ? setOpen('stop') : setActive.mutate({ id: plan.id, active: true }))}
        />
        <MenuLine />
        <DeleteMenuButton needs={deletePlan} onClick={() => setOpen('delete')} />
      </ActionsMenu>
      <StopSignUpsModal
        open={open === 'stop'}
        name={plan.name}
        onCancel={close}
        onConfirm={() => setActive.mutate({ id: plan.id, active: false })}
        busy={setActive.isPending}
      />
      <Suspense fallback={<FullLoader />}>
        {open === 'edit' && <EditPlanModal plan={plan} onClose={close} />}
        {open === 'invite' && <InviteModal plan={plan} onClose={close} />}
        {open === 'delete' && <DeletePlanModal plan={plan} onCancel={close} />}
      </Suspense>
    </>
  )
}

type StopSignUpsModalProps = {
  open: boolean
  name: string
  onCancel: () => void
  onConfirm: () => void
  busy: boolean
}

const StopSignUpsModal = ({ name, ...modal }: StopSignUpsModalProps) => (
  <ConfirmModal {...modal} title="Stop sign-ups?" action="Stop sign-ups" tone="primary">
    Nobody can subscribe to “{name}” until you allow sign-ups again. Running subscriptions continue.
  </ConfirmModal>
)

const SignUpsButton = ({ isActive, onClick }: { isActive: boolean; onClick: () => void }) => (
  <MenuButton needs={setPlanActive} onClick={onClick}>
    {isActive ? (
      <CirclePause strokeWidth={1.75} aria-hidden="true" />
    ) : (
      <CirclePlay strokeWidth={1.75} aria-hidden="true" />
    )}
    {isActive ? 'Stop sign-ups' : 'Allow sign-ups'}
  </MenuButton>
)
