import { acceptDispute, contestDispute } from '@adire/contract/disputes.ts'
import type { DisputeRow } from '@adire/contract/disputes-schemas.ts'
import { Check, Reply } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { MenuButton, MenuLink } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'

const AcceptModal = lazyComponent(() => import('./accept-modal.tsx').then((m) => m.AcceptModal))

/** Menu of a dispute in the list that awaits the merchant's response. */
export function DisputeRowMenu({ dispute }: { dispute: DisputeRow }) {
  const [isAccepting, setAccepting] = useState(false)
  const { id, customerName, customerEmail } = dispute
  return (
    <>
      <RowMenu of={customerName ?? customerEmail}>
        <MenuLink needs={contestDispute} to={`/transactions/disputes/${id}`}>
          <Reply strokeWidth={1.75} aria-hidden="true" />
          Respond
        </MenuLink>
        <MenuButton needs={acceptDispute} onClick={() => setAccepting(true)}>
          <Check strokeWidth={1.75} aria-hidden="true" />
          Accept the dispute
        </MenuButton>
      </RowMenu>
      {isAccepting && (
        <Suspense fallback={<FullLoader />}>
          <AcceptModal dispute={dispute} onClose={() => setAccepting(false)} />
        </Suspense>
      )}
    </>
  )
}
