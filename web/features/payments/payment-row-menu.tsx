import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import { Suspense, useState } from 'react'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useRefundAction } from './use-refund-action.ts'

const Actions = lazyComponent(() => import('./payment-row-actions.tsx').then((m) => m.PaymentRowActions))
const RefundModal = lazyComponent(() => import('./refund-modal.tsx').then((m) => m.RefundModal))

/** Menu of a payment in the list. Its actions are fetched when it is first opened. */
export function PaymentRowMenu({ payment }: { payment: PaymentRow }) {
  const [isRefunding, setRefunding] = useState(false)
  const refund = useRefundAction()
  return (
    <>
      <RowMenu of={payment.reference}>
        <Actions payment={payment} refund={refund} onRefund={() => setRefunding(true)} />
      </RowMenu>
      {isRefunding && (
        <Suspense fallback={<FullLoader />}>
          <RefundModal payment={payment} onClose={() => setRefunding(false)} />
        </Suspense>
      )}
    </>
  )
}
